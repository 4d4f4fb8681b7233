import type { Consent } from '../../consents/index.ts'
import { type Html, html } from './html.ts'
import { payeeCheckOf } from './payment-lines.ts'

/** Field of the extra confirmation of a payee whose name does not match. */
const CONFIRMATION = { name: 'mismatch', value: 'confirmed' }

/** The confirmation as the box and the approved statement word it. */
export const CONFIRMED_MISMATCH =
  'I was warned that the name does not match, and that it may be fraud. I still want to pay.'

/** Returns true if the payee's bank reported another name, so that the user has to confirm the payment separately. */
export const isMismatch = (consent: Consent): boolean => payeeCheckOf(consent)?.status === 'NoMatch'

/** Returns true if a form has the confirmation, or needs none. */
export const isMismatchConfirmed = (consent: Consent, form: { get: (name: string) => string | undefined }): boolean =>
  !isMismatch(consent) || form.get(CONFIRMATION.name) === CONFIRMATION.value

const TITLES = {
  Match: 'The name matches',
  NearMatch: 'The name is close',
  NoMatch: 'The name does not match',
  NotAvailable: 'The name could not be checked',
} as const

const CLASSES = { Match: 'note', NearMatch: 'warning', NoMatch: 'error', NotAvailable: 'warning' } as const

/** Shows the name check of the payee's bank; a mismatch with a warning about fraud. */
export function payeeCheck(consent: Consent): Html | false {
  const found = payeeCheckOf(consent)
  if (!found) return false
  const { status, message, registeredAs } = found
  return html`<section class="${CLASSES[status]}" id="name-check" aria-labelledby="name-check-title"><h2 id="name-check-title">${TITLES[status]}</h2><p>${message}</p>${registeredAs !== undefined && html`<p>Registered as: <strong>${registeredAs}</strong></p>`}${
    status === 'NoMatch' &&
    html`<p><strong>This may be fraud.</strong> Do not pay if somebody put you under pressure, or sent you new account details by e-mail or message. We never ask you to move money to keep it safe. Ask the payee at a number that you know. We may not get the money back.</p>`
  }</section>`
}

/** The box that the user has to tick before a payment to a name that does not match. */
export const mismatchBox = (consent: Consent): Html | false =>
  isMismatch(consent) &&
  html`<label class="choice confirm"><input type="checkbox" name="${CONFIRMATION.name}" value="${CONFIRMATION.value}" required aria-describedby="name-check-title"><span>${CONFIRMED_MISMATCH}</span></label>`
