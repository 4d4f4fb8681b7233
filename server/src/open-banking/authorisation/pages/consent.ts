import type { Account } from '../../../accounts/index.ts'
import type { Consent } from '../../consents/index.ts'
import type { ThirdPartyProfile } from '../../dcr/index.ts'
import { type Html, html } from './html.ts'
import type { Page } from './layout.ts'
import {
  accountLine,
  dayInWords,
  grouped,
  howLong,
  instantInWords,
  money,
  moneyText,
  permissionsInWords,
  whichTime,
} from './words.ts'

interface ConsentPage {
  consent: Consent
  thirdParty: ThirdPartyProfile
  /** Those the user may choose. */
  accounts: Account[]
  username: string
  action: string
  csrf: string
  fault?: string
  formTarget?: string
  refreshAfter?: number
  /** True if a payment then waits for other approvers of the payer. */
  needsOthers?: boolean
  /** Minutes that are left to decide. */
  minutes: number
}

/** Renders the consent page: requester, request, accounts to choose, approve and refuse. */
export function consentPage(page: ConsentPage): Page {
  const { consent, fault } = page
  const isPayment = consent.kind !== 'accountAccess'
  return {
    title: isPayment ? 'Approve a payment' : 'Share your account information',
    ...(page.formTarget && { formTarget: page.formTarget }),
    ...(page.refreshAfter !== undefined && { refreshAfter: page.refreshAfter }),
    body: html`${fault !== undefined && html`<p class="fault" role="alert">${fault}</p>`}
${isPayment ? paymentAsked(page) : accessAsked(page)}
<form method="post" action="${page.action}"><input type="hidden" name="csrf" value="${page.csrf}">
${page.accounts.length > 0 ? choice(page, isPayment) : nothingToChoose(page)}
<div class="actions">${
      page.accounts.length > 0 &&
      html`<button class="main" name="decision" value="approve" type="submit">${
        isPayment ? 'Approve the payment' : 'Share these accounts'
      }</button>`
    }<button name="decision" value="refuse" type="submit" formnovalidate>Refuse</button></div></form>
<p class="soft">You are logged in as ${page.username}. Please decide within ${page.minutes} minutes; after that you are sent back to
${page.thirdParty.name} and nothing is agreed to.</p>`,
  }
}

const asker = ({ thirdParty }: ConsentPage): Html =>
  thirdParty.organisationName === thirdParty.name
    ? html`<strong>${thirdParty.name}</strong>`
    : html`<strong>${thirdParty.name}</strong> (of ${thirdParty.organisationName})`

function accessAsked(page: ConsentPage): Html {
  const { consent } = page
  const words = permissionsInWords(consent.permissions)
  return html`<p>${asker(page)} asks to see information about your accounts. It cannot move money.</p>
<h2>Information it can see</h2><ul>${words.map((sentence) => html`<li>${sentence}</li>`)}</ul>
<dl><div><dt>How long</dt><dd>${howLong(consent)}</dd></div>
${showsTransactions(consent) && html`<div><dt>Transactions</dt><dd>${whichTime(consent)}</dd></div>`}</dl>
<p class="soft">You can withdraw this access at any time on your page of connected third parties.</p>`
}

const showsTransactions = ({ permissions }: Consent): boolean =>
  permissions.some((code) => /^Read(Transactions|Statements)/.test(code))

function paymentAsked(page: ConsentPage): Html {
  const { consent } = page
  const payment = consent.payment!
  const rows: [string, string | null | undefined][] = [
    ['To', payment.creditorName],
    ['Account', payment.creditorIdentification && payeeAccount(payment.creditorScheme, payment.creditorIdentification)],
    ['Bank', payeeBank(consent)],
    ['Reference', payment.reference],
    ...offered(consent),
    ['Arrives', arrivalOf(consent)],
  ]
  const shown = rows.filter((row): row is [string, string] => Boolean(row[1]))
  return html`<p>${asker(page)} asks you to make this payment:</p>
<p class="amount">${money(payment.amountMinor, payment.currency)}</p>
<dl>${shown.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>${payeeCheck(consent)}${
    page.needsOthers &&
    html`<p class="note">After you, another person of your organisation must approve it before it is sent.</p>`
  }`
}

/** Describes the currency and the arrival date. */
function arrivalOf({ payment, offer }: Consent): string {
  const { ExpectedSettlementDateTime: by } = (offer ?? {}) as Offer
  const currency = payment!.currencyOfTransfer ?? payment!.currency
  return by === undefined ? `in ${currency}` : `in ${currency}, by ${dayInWords(new Date(by))}`
}

/** Formats an account: an IBAN in groups of four, a sort code with dashes, other numbers unchanged. */
function payeeAccount(scheme: string | null, identification: string): string {
  if (scheme === 'UK.OBIE.IBAN') return grouped(identification)
  if (scheme !== 'UK.OBIE.SortCodeAccountNumber') return identification
  return identification.replace(/^(\d\d)(\d\d)(\d\d)(\d{8})$/, '$1-$2-$3 $4')
}

/** The payee's bank, where it was named: its name or code. */
function payeeBank({ terms }: Consent): string | undefined {
  const { CreditorAgent: agent } = (terms?.initiation ?? {}) as {
    CreditorAgent?: Record<'Name' | 'Identification', string>
  }
  return [agent?.Name, agent?.Identification].filter(Boolean).join(', ') || undefined
}

interface Money {
  Amount: string
  Currency: string
}

interface Offer {
  exchanged?: { sold: Money; bought: Money }
  debitCurrency?: string
  ExpectedSettlementDateTime?: string
  payeeCheck?: { status?: string; message: string; matchedName?: string }
  Charges?: { Type?: string; ChargeBearer?: string; Amount?: { Amount?: string; Currency?: string } }[]
  ExchangeRateInformation?: {
    ExchangeRate?: string | number
    RateType?: string
    UnitCurrency?: string
    ExpirationDateTime?: string
  }
}

/** Describes the name check of the payee's bank for the user's decision; anything but a match is a warning. */
function payeeCheck({ offer }: Consent): Html | false {
  const { payeeCheck: found } = (offer ?? {}) as Offer
  const name = found?.matchedName && ` Registered as: ${found.matchedName}`
  const look = found?.status === 'Match' ? 'note' : 'fault'
  return found !== undefined && html`<p class="${look}"><strong>Name check.</strong> ${found.message}${name ?? ''}</p>`
}

/** Returns fees and rate as shown to the third party. */
function offered(consent: Consent): [string, string | undefined][] {
  const { Charges = [], ExchangeRateInformation: rate, exchanged, debitCurrency } = (consent.offer ?? {}) as Offer
  const fees = Charges.flatMap(({ Amount }): [string, string | undefined][] => [
    ['Fee', Amount?.Amount && Amount.Currency ? moneyText(Amount.Amount, Amount.Currency) : undefined],
  ])
  const isFixed = rate?.RateType !== 'Indicative'
  const about = isFixed ? '' : 'about '
  const { sold, bought } = exchanged ?? {}
  const headline = money(consent.payment!.amountMinor, consent.payment!.currency)
  const unlessTold = (sum: Money | undefined) => {
    const text = sum && moneyText(sum.Amount, sum.Currency)
    return text === headline || text === undefined ? undefined : about + text
  }
  const { currency, currencyOfTransfer } = consent.payment!
  const other = [currencyOfTransfer, currency].find((code) => code !== null && code !== rate?.UnitCurrency) ?? ''
  const line = rate?.ExchangeRate !== undefined && `1 ${rate.UnitCurrency ?? ''} = ${rate.ExchangeRate} ${other}`.trim()
  const until = rate?.ExpirationDateTime ? `, held until ${instantInWords(new Date(rate.ExpirationDateTime))}` : ''
  const rateLine = line ? `${line}${isFixed ? until : ' (may differ when the payment is made)'}` : undefined
  if (consent.kind !== 'internationalPayment') return fees
  if (fees.length === 0) fees.push(['Fee', 'none'])
  const anyRate = `ours when the payment is made, unless the account is in ${currencyOfTransfer}`
  return [
    ['Leaves your account', unlessTold(sold)],
    ['Buys', unlessTold(bought)],
    ['Exchange rate', rateLine ?? (debitCurrency === undefined ? anyRate : undefined)],
    ...fees,
  ]
}

function choice({ accounts, consent }: ConsentPage, isPayment: boolean): Html {
  const chosen = new Set(consent.accountIds)
  const isTicked = (account: Account) => chosen.has(account.accountId) || accounts.length === 1
  return html`<fieldset><legend>${isPayment ? 'Pay from' : 'Accounts to share'}</legend>
${accounts.map(
  (account) =>
    html`<label class="choice"><input type="${isPayment ? 'radio' : 'checkbox'}" name="account" value="${account.accountId}"${
      isTicked(account) && html` checked`
    }${isPayment && html` required`}><span><strong>${account.friendlyName ?? account.name}</strong><span>${accountLine(account)}</span></span></label>`,
)}</fieldset>`
}

const nothingToChoose = ({ consent }: ConsentPage): Html =>
  html`<p class="fault" role="alert">${
    consent.kind === 'accountAccess'
      ? 'You have no account that can be shared.'
      : 'You have no account for this payment: it needs an open account in the right currency, or the named account.'
  }</p>`
