import type { Account } from '../../../accounts/index.ts'
import type { StoredPasskey } from '../../../users/index.ts'
import { type Consent, isPossible } from '../../consents/index.ts'
import { type Html, html } from './html.ts'
import { AUTHENTICATOR_PATH, type Page } from './layout.ts'
import { type Party, partyBlock } from './party.ts'
import { type TimeLimit, timeLine } from './time-limit.ts'
import { accountLine, dayInWords, howLong, instantInWords, money, permissionsInWords } from './words.ts'

/** A consent with what identifies it for its user. */
export interface Connection {
  consent: Consent
  party: Party & { description?: string }
  /** Last time the third party read data with it. */
  lastUsedAt?: Date
}

interface OwnPage {
  accounts: Account[]
  csrf: string
  path: string
  /** Zone of the user's entity. */
  timeZone: string
  time: TimeLimit
}

interface ConnectionsPage extends OwnPage {
  connections: Connection[]
  /** The user, and the entity that the user acts for. */
  loggedInAs: string
  notice?: string
  passkeys: StoredPasskey[]
  passkeyOptions: string
}

/** Renders the user's own page: third parties with access, payments and passkeys; the user can revoke everything here. */
export function connectionsPage(page: ConnectionsPage): Page {
  const access = page.connections.filter(({ consent }) => consent.kind === 'accountAccess')
  const live = access.filter(({ consent }) => isPossible(consent, 'revoke'))
  const ended = access.filter(({ consent }) => !isPossible(consent, 'revoke'))
  const payments = page.connections.filter(({ consent }) => consent.kind !== 'accountAccess')
  return {
    title: 'Connected third parties',
    script: true,
    time: page.time,
    body: html`${page.notice !== undefined && html`<p class="note" role="status">${page.notice}</p>`}
<p class="soft">You are logged in as ${page.loggedInAs}.</p>
<h2>Third parties that can see your accounts</h2>
${live.length === 0 ? html`<p>No third party can see your accounts.</p>` : live.map((item) => liveConnection(page, item))}
${ended.length > 0 && html`<h2>Ended connections</h2><ul class="list">${ended.map((item) => endedConnection(page, item))}</ul>`}
${payments.length > 0 && html`<h2>Payment requests</h2><ul class="list">${payments.map((item) => paymentLine(page, item))}</ul>`}
<h2>Authenticator app</h2><p class="soft">It shows the six-digit codes for logging in and for payments.</p>
<p><a class="button" href="${AUTHENTICATOR_PATH}">Set up another app</a></p>
${passkeys(page)}
<h2>Finish</h2><form method="post" action="${page.path}/log-out" id="own-page"><input type="hidden" name="csrf" value="${page.csrf}"><div class="actions"><button type="submit">Log out</button></div></form>${timeLine(page.time, 'own-page')}`,
  }
}

const givenAt = ({ consent }: Connection, { timeZone }: OwnPage): string =>
  instantInWords(consent.authorisedAt!, timeZone)

function liveConnection(page: ConnectionsPage, item: Connection): Html {
  const { consent, party } = item
  return html`<article>${partyBlock(party, 'h3')}
${facts(page, item)}
<details><summary>Information it can see</summary><ul>${permissionsInWords(consent.permissions).map((words) => html`<li>${words}</li>`)}</ul></details>
<div class="actions"><a class="button" href="${page.path}/withdraw?consent=${consent.consentId}">Withdraw access<span class="unseen"> of ${party.name}, given ${givenAt(item, page)}</span></a></div></article>`
}

/** Shows the facts that distinguish two connections of one third party. */
function facts(page: OwnPage, item: Connection): Html {
  const { consent, party, lastUsedAt } = item
  const shared = page.accounts.filter(({ accountId }) => consent.accountIds.includes(accountId))
  return html`<dl><div><dt>Given</dt><dd>${givenAt(item, page)}</dd></div>
<div><dt>Last used</dt><dd>${lastUsedAt ? instantInWords(lastUsedAt, page.timeZone) : 'Never'}</dd></div>
<div><dt>Valid</dt><dd>${howLong(consent, page.timeZone)}</dd></div>
<div><dt>Accounts</dt><dd>${accountsOfConnection(shared)}</dd></div>
${party.description !== undefined && html`<div><dt>Stated purpose</dt><dd>${party.description}</dd></div>`}</dl>`
}

/** More accounts than these are folded under their number. */
const MOST_OPEN = 4

function accountsOfConnection(shared: Account[]): Html {
  const lines = html`${shared.map((account) => html`<div class="line">${account.friendlyName ?? account.name}<span class="soft"> ${accountLine(account)}</span></div>`)}`
  if (shared.length <= MOST_OPEN) return lines
  return html`<details><summary>${shared.length} accounts</summary>${lines}</details>`
}

const ENDS: Partial<Record<Consent['status'], string>> = { CANC: 'Withdrawn', EXPD: 'Expired', RJCT: 'Refused' }

const endedConnection = (page: OwnPage, item: Connection): Html =>
  html`<li><p><strong>${item.party.name}</strong></p><p class="soft small">${ENDS[item.consent.status] ?? 'Ended'} on ${instantInWords(item.consent.statusAt, page.timeZone)}, given on ${givenAt(item, page)}</p></li>`

const paymentLine = (page: OwnPage, { consent, party }: Connection): Html =>
  html`<li><p><strong>${money(consent.payment!.amountMinor, consent.payment!.currency)}${
    consent.payment!.creditorName && ` to ${consent.payment!.creditorName}`
  }</strong></p><p class="soft small">${PAYMENT_STATES[consent.status] ?? consent.status} on ${instantInWords(consent.statusAt, page.timeZone)}, requested by ${party.name}</p></li>`

const PAYMENT_STATES: Partial<Record<Consent['status'], string>> = {
  AUTH: 'Approved',
  COND: 'Used for a payment',
  RJCT: 'Refused',
}

function passkeys(page: ConnectionsPage): Html {
  const held = page.passkeys.map((passkey) => {
    const made = dayInWords(passkey.createdAt, page.timeZone)
    return html`<li><p>Made on ${made}${
      passkey.lastUsedAt && `, last used on ${dayInWords(passkey.lastUsedAt, page.timeZone)}`
    }</p><form method="post" action="${page.path}/passkeys/remove"><input type="hidden" name="csrf" value="${page.csrf}"><input type="hidden" name="id" value="${passkey.passkeyId}"><button class="plain" type="submit">Remove the passkey of ${made}</button></form></li>`
  })
  return html`<h2>Passkeys</h2><p class="soft">With a passkey your fingerprint, face or device PIN replaces the six-digit code.</p>
${held.length > 0 && html`<ul class="list">${held}</ul>`}
<form method="post" action="${page.path}/passkeys" id="add-passkey" data-passkey="${page.passkeyOptions}"><input type="hidden" name="csrf" value="${page.csrf}"><input type="hidden" name="passkey" value="">
<button type="button" id="make-passkey" hidden>Add a passkey</button><noscript><p class="soft">Adding a passkey needs JavaScript.</p></noscript></form><p id="passkey-status" role="status" class="soft"></p>`
}

/** Renders the question before an access is withdrawn. */
export function withdrawPage(page: OwnPage, item: Connection): Page {
  const { party, consent } = item
  return {
    title: `Withdraw the access of ${party.name}?`,
    time: page.time,
    body: html`${partyBlock(party)}
<p>${party.name} then gets no more information about these accounts. Services that it provides to you with this information may stop. It can ask you again.</p>
${facts(page, item)}
<form method="post" action="${page.path}/revoke" id="own-page"><input type="hidden" name="csrf" value="${page.csrf}"><input type="hidden" name="consent" value="${consent.consentId}">
<div class="actions sticky"><button class="danger" type="submit">Withdraw access</button><a class="button" href="${page.path}">Keep access</a></div></form>${timeLine(page.time, 'own-page')}`,
  }
}
