import type { Account } from '../../../accounts/index.ts'
import type { StoredPasskey } from '../../../users/index.ts'
import { type Consent, isPossible } from '../../consents/index.ts'
import { type Html, html } from './html.ts'
import type { Page } from './layout.ts'
import { accountLine, dayInWords, howLong, instantInWords, money, permissionsInWords } from './words.ts'

interface ConnectionsPage {
  consents: { consent: Consent; thirdPartyName: string }[]
  accounts: Account[]
  username: string
  csrf: string
  path: string
  notice?: string
  passkeys: StoredPasskey[]
  passkeyOptions: string
}

/**
 * Renders the user's own page: third parties with access, payments and passkeys; the user can revoke everything here.
 */
export function connectionsPage(page: ConnectionsPage): Page {
  const access = page.consents.filter(({ consent }) => consent.kind === 'accountAccess')
  const live = access.filter(({ consent }) => isPossible(consent, 'revoke'))
  const ended = access.filter(({ consent }) => !isPossible(consent, 'revoke'))
  const payments = page.consents.filter(({ consent }) => consent.kind !== 'accountAccess')
  return {
    title: 'Connected third parties',
    script: true,
    body: html`<p>You are logged in as ${page.username}.</p>
${page.notice !== undefined && html`<p class="note" role="status">${page.notice}</p>`}
<h2>They can see your accounts now</h2>
${live.length === 0 ? html`<p class="soft">Nobody.</p>` : live.map((item) => liveConsent(page, item))}
${ended.length > 0 && html`<h2>Ended</h2><ul>${ended.map(endedConsent)}</ul>`}
${payments.length > 0 && html`<h2>Payment requests</h2><ul>${payments.map(paymentLine)}</ul>`}
${passkeys(page)}
<form method="post" action="${page.path}/log-out"><input type="hidden" name="csrf" value="${page.csrf}"><div class="actions"><button type="submit">Log out</button></div></form>`,
  }
}

function liveConsent(page: ConnectionsPage, { consent, thirdPartyName }: ConnectionsPage['consents'][number]): Html {
  const shared = page.accounts.filter(({ accountId }) => consent.accountIds.includes(accountId))
  return html`<article><h3>${thirdPartyName}</h3>
<p>Since ${consent.authorisedAt && instantInWords(consent.authorisedAt)}, ${howLong(consent)}.</p>
<ul>${permissionsInWords(consent.permissions).map((words) => html`<li>${words}</li>`)}</ul>
<p class="soft">Accounts: ${shared.map((account) => `${account.friendlyName ?? account.name} (${accountLine(account)})`).join('; ')}</p>
<form method="post" action="${page.path}/revoke"><input type="hidden" name="csrf" value="${page.csrf}"><input type="hidden" name="consent" value="${consent.consentId}">
<div class="actions"><button type="submit">Withdraw the access of ${thirdPartyName}</button></div></form></article>`
}

const ENDS: Partial<Record<Consent['status'], string>> = { CANC: 'withdrawn', EXPD: 'ran out', RJCT: 'refused' }

const endedConsent = ({ consent, thirdPartyName }: ConnectionsPage['consents'][number]): Html =>
  html`<li>${thirdPartyName}: ${ENDS[consent.status] ?? 'ended'} on ${instantInWords(consent.statusAt)}</li>`

const paymentLine = ({ consent, thirdPartyName }: ConnectionsPage['consents'][number]): Html =>
  html`<li>${money(consent.payment!.amountMinor, consent.payment!.currency)}${
    consent.payment!.creditorName && ` to ${consent.payment!.creditorName}`
  }, asked for by ${thirdPartyName}: ${PAYMENT_STATES[consent.status] ?? consent.status} on ${instantInWords(consent.statusAt)}</li>`

const PAYMENT_STATES: Partial<Record<Consent['status'], string>> = {
  AUTH: 'approved',
  COND: 'used for a payment',
  RJCT: 'refused',
}

function passkeys(page: ConnectionsPage): Html {
  const held = page.passkeys.map(
    (passkey) =>
      html`<li>Made on ${dayInWords(passkey.createdAt)}${
        passkey.lastUsedAt && `, last used on ${dayInWords(passkey.lastUsedAt)}`
      } <form method="post" action="${page.path}/passkeys/remove"><input type="hidden" name="csrf" value="${page.csrf}"><input type="hidden" name="id" value="${passkey.passkeyId}"><button type="submit">Remove the passkey of ${dayInWords(passkey.createdAt)}</button></form></li>`,
  )
  return html`<h2>Passkeys</h2><p class="soft">With a passkey your fingerprint, face or device PIN takes the place of the six-digit code.</p>
${held.length > 0 && html`<ul>${held}</ul>`}
<form method="post" action="${page.path}/passkeys" id="add-passkey" data-passkey="${page.passkeyOptions}"><input type="hidden" name="csrf" value="${page.csrf}"><input type="hidden" name="passkey" value="">
<button type="button" id="make-passkey" hidden>Add a passkey</button><noscript><p class="soft">Adding a passkey needs JavaScript.</p></noscript></form><p id="passkey-status" role="status" class="soft"></p>`
}
