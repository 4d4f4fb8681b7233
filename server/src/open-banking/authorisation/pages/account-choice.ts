import type { Account } from '../../../accounts/index.ts'
import type { Consent, Funds } from '../../consents/index.ts'
import type { SecondFactor } from './approve-form.ts'
import { type Html, html } from './html.ts'
import { accountLine, instantInWords, money } from './words.ts'

/** Accounts of a user for a consent. */
export interface AccountChoice {
  consent: Consent
  /** Those the user may choose. */
  accounts: Account[]
  /** Payments only: accounts that only lack the money. */
  short: Account[]
  /** Payments only: money of accounts. */
  funds: ReadonlyMap<string, Funds>
  /** True if the user may see balances now. */
  showsBalances: boolean
  /** Those the user had chosen before the page came again. */
  chosen?: readonly string[] | 'all'
  /** Target of the form that shows the page again. */
  againAction: string
  /** Payments only: the approving button needs it. */
  secondFactor?: SecondFactor
  timeZone: string
}

export const accountChoice = (choice: AccountChoice): Html =>
  choice.consent.payment ? payingAccounts(choice) : sharedAccounts(choice)

const nameOf = (account: Account): string => account.friendlyName ?? account.name

const FEWEST_FOR_ALL = 2

/** Accounts to share, with a button that ticks all: the script does it, and without script the page comes again with them ticked. */
function sharedAccounts({ consent, accounts, chosen, againAction }: AccountChoice): Html {
  if (accounts.length === 0)
    return html`<p class="error" role="alert">You have no account that can be shared. Ask us about your accounts, and choose Refuse to go back.</p>`
  const ticked = new Set(chosen ?? (accounts.length === 1 ? [accounts[0]!.accountId] : consent.accountIds))
  return html`<fieldset id="accounts"><legend>Accounts to share</legend>
${accounts.length >= FEWEST_FOR_ALL && html`<button class="plain" id="select-all" type="submit" formaction="${againAction}" formnovalidate name="again" value="all">Select all accounts</button>`}
${accounts.map(
  (account) =>
    html`<label class="choice"><input type="checkbox" name="account" value="${account.accountId}"${
      (chosen === 'all' || ticked.has(account.accountId)) && html` checked`
    }><span><strong>${nameOf(account)}</strong><span>${accountLine(account)}</span></span></label>`,
)}</fieldset>`
}

/** Accounts to pay from. One without enough money is never chosen in advance. */
function payingAccounts(choice: AccountChoice): Html {
  const { consent, accounts, short, funds, chosen, secondFactor } = choice
  if (accounts.length === 0)
    return html`<p class="error" role="alert">You have no account for this payment: it needs an open account in the right currency, or the named account.</p>`
  const hasEnough = ({ accountId }: Account) => (funds.get(accountId)?.effect ?? 'Enough') === 'Enough'
  const wanted = new Set(chosen ?? (accounts.length === 1 ? [accounts[0]!.accountId] : consent.accountIds))
  const isChosen = (account: Account) => wanted.has(account.accountId) && (chosen !== undefined || hasEnough(account))
  return html`<fieldset id="accounts"><legend>Pay from</legend>
${accounts.map(
  (account) =>
    html`<label class="choice"><input type="radio" name="account" value="${account.accountId}"${
      isChosen(account) && html` checked`
    } required${
      secondFactor && html` data-challenge="${secondFactor.challenges.get(account.accountId)}"`
    }><span><strong>${nameOf(account)}</strong><span>${accountLine(account)}</span>${fundsLine(choice, account)}</span></label>`,
)}${short.map(
  (account) =>
    html`<div class="choice unusable"><span><strong>${nameOf(account)}</strong><span>${accountLine(account)}</span>${fundsLine(choice, account)}</span></div>`,
)}</fieldset>${
    !choice.showsBalances &&
    html`<p class="soft small">Balances are shown here for 90 days after you used a code or passkey in this browser.</p>`
  }`
}

/** Describes the money of an account: the balance if it may be shown, and always what a lack of money does. */
function fundsLine({ funds, showsBalances, timeZone }: AccountChoice, account: Account): Html | false {
  const found = funds.get(account.accountId)
  if (!found) return false
  const { availableMinor, effect, until } = found
  const balance = showsBalances && `${money(availableMinor, account.currency)} available`
  if (effect === 'Enough') return html`<span class="balance">${balance || 'Enough money for this payment'}</span>`
  const ends = until ? `until ${instantInWords(until, timeZone)}` : 'for a limited time'
  const consequence =
    effect === 'Waits'
      ? `The payment would wait ${ends} for the money, and would then be rejected.`
      : 'The payment would be rejected.'
  return html`<span class="balance short">${balance && `${balance}. `}Not enough money for this payment. ${consequence}</span>`
}
