import type { Consent } from '../../consents/index.ts'
import type { IntroducedThirdParty } from '../../dcr/index.ts'
import { type AccountChoice, accountChoice } from './account-choice.ts'
import { type Html, html } from './html.ts'
import type { Page } from './layout.ts'
import { codeField, passkeyButton } from './approve-form.ts'
import { partyBlock } from './party.ts'
import { isMismatch, mismatchBox, payeeCheck } from './payee-check.ts'
import { amountOf, paymentLines } from './payment-lines.ts'
import { type TimeLimit, timeLine } from './time-limit.ts'
import { howLong, permissionsInWords, whichTime } from './words.ts'

interface ConsentPage extends Omit<AccountChoice, 'timeZone' | 'againAction'> {
  thirdParty: IntroducedThirdParty
  /** The user, and the entity that the user acts for. */
  loggedInAs: string
  action: string
  csrf: string
  error?: string
  /** True on the way to a third party. */
  leadsBack?: boolean
  /** True if a payment then waits for other approvers of the payer. */
  needsOthers?: boolean
  time: TimeLimit
}

/** Renders the consent page: requester, request, accounts to choose, approve and refuse. */
export function consentPage(page: ConsentPage): Page {
  const { consent, error } = page
  const isPayment = consent.kind !== 'accountAccess'
  return {
    isError: error !== undefined,
    title: isPayment ? 'Approve a payment' : 'Share your account information',
    leadsBack: page.leadsBack === true,
    time: page.time,
    script: page.secondFactor?.passkeyOptions !== undefined,
    body: html`${error !== undefined && html`<p class="error" id="error" role="alert">${error}</p>`}
${isPayment ? paymentAsked(page) : accessAsked(page)}
<form method="post" action="${page.action}" id="decide"${
      page.secondFactor?.passkeyOptions !== undefined && html` data-passkey="${page.secondFactor.passkeyOptions}"`
    }><input type="hidden" name="csrf" value="${page.csrf}">
${!approvesFirst(page) && stayButton(page.time)}
${accountChoice({ ...page, timeZone: page.time.timeZone, againAction: page.time.action })}
${mismatchBox(consent)}${page.secondFactor && codeField(page.secondFactor)}
<p id="passkey-status" role="status" class="soft"></p></form>
${decisionButtons(page)}
${timeLine(page.time, 'decide')}
<p class="soft">You are logged in as ${page.loggedInAs}.</p>`,
  }
}

/** Returns true if the first button of the form approves, so that Enter after the code approves too. */
const approvesFirst = ({ consent, accounts }: ConsentPage): boolean =>
  consent.kind !== 'accountAccess' && !isMismatch(consent) && accounts.length > 0

/**
 * The Enter key presses the first button of a form: this one, which the script stops, and which shows the page again without
 * script. Otherwise Enter on one account would select all, and Enter below a warning would refuse the payment. It is out of sight and
 * reach, but not `hidden`: some releases of Safari pass over a button that is not drawn.
 */
const stayButton = ({ action }: TimeLimit): Html =>
  html`<button type="submit" id="stay" class="unseen" tabindex="-1" aria-hidden="true" formaction="${action}" formnovalidate name="again" value="keep">Stay on this page</button>`

/**
 * Approve first, as the main button; if the payee's name does not match, refuse first. Outside the form, so that those of an access
 * stay in view on the whole page.
 */
function decisionButtons({ consent, accounts, secondFactor }: ConsentPage): Html {
  const isPayment = consent.kind !== 'accountAccess'
  const isWarned = isMismatch(consent)
  const approve =
    accounts.length > 0 &&
    html`<button class="${isWarned ? 'danger' : 'main'}" id="approve" form="decide" name="decision" value="approve" type="submit">${
      isPayment ? 'Approve the payment' : 'Share these accounts'
    }</button>`
  const refuse = html`<button${isWarned && html` class="main"`} form="decide" name="decision" value="refuse" type="submit" formnovalidate>${
    isWarned ? 'Do not pay' : 'Refuse'
  }</button>`
  const passkey = secondFactor?.passkeyOptions !== undefined && passkeyButton(isWarned)
  return isWarned
    ? html`<div class="actions warned">${refuse}${approve}${passkey}</div>`
    : html`<div class="actions${!isPayment && ' sticky'}">${approve}${passkey}${refuse}</div>`
}

function accessAsked(page: ConsentPage): Html {
  const { consent } = page
  const words = permissionsInWords(consent.permissions)
  return html`${partyBlock(page.thirdParty)}<p>${page.thirdParty.name} asks to see information about your accounts. It cannot move money.</p>
<h2>Information it can see</h2><ul>${words.map((sentence) => html`<li>${sentence}</li>`)}</ul>
<dl><div><dt>How long</dt><dd>${howLong(consent, page.time.timeZone)}</dd></div>
${showsTransactions(consent) && html`<div><dt>Transactions</dt><dd>${whichTime(consent, page.time.timeZone)}</dd></div>`}</dl>
<p class="soft">You can withdraw this access at any time on your page of connected third parties.</p>`
}

const showsTransactions = ({ permissions }: Consent): boolean =>
  permissions.some((code) => /^Read(Transactions|Statements)/.test(code))

function paymentAsked(page: ConsentPage): Html {
  const { consent } = page
  return html`${partyBlock(page.thirdParty)}<p>${page.thirdParty.name} asks you to make this payment:</p>
<p class="amount">${amountOf(consent)}</p>
<dl>${paymentLines(consent, page.time.timeZone).map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>${payeeCheck(consent)}${
    page.needsOthers &&
    html`<p class="note">After you, another person of your organisation must approve it before it is sent.</p>`
  }`
}
