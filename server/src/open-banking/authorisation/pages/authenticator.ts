import type { AuthenticatorSetup } from '../../../users/index.ts'
import { type Html, html } from './html.ts'
import type { Page } from './layout.ts'
import { qrCode } from './qr-code/matrix.ts'
import { type TimeLimit, timeLine } from './time-limit.ts'

interface AuthenticatorPage {
  /** Target of the form. */
  action: string
  csrf: string
  /** The user's own page. */
  path: string
  setup: AuthenticatorSetup
  error?: string
  time: TimeLimit
}

/** Renders the set-up of a new authenticator app: a picture to scan, the same as text, and the code that confirms it. */
export function authenticatorPage(page: AuthenticatorPage): Page {
  const { action, csrf, path, setup, error } = page
  const invalid = error !== undefined && html` aria-invalid="true" aria-describedby="error"`
  return {
    title: 'Set up an authenticator app',
    isError: error !== undefined,
    time: page.time,
    body: html`<p>Scan this picture with the app, or type the key into it. Then type the code that the app shows. From then on, codes of an earlier app are not accepted.</p>
${error !== undefined && html`<p class="error" id="error" role="alert">${error}</p>`}
${picture(setup.address)}
<dl><div><dt>Key</dt><dd><code>${setup.secret.match(/.{1,4}/g)!.join(' ')}</code></dd></div></dl>
<p><a href="${setup.address}">Open an app on this device</a></p>
<form method="post" action="${action}" id="own-page">
<input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="setup" value="${setup.sealed}">
<label for="code">Code of the new app</label>
<p class="hint" id="code-hint">Six digits, new every half minute.</p>
<input type="text" id="code" name="code" inputmode="numeric" pattern="[0-9 ]{6,8}" autocomplete="one-time-code" required maxlength="8"${invalid || html` aria-describedby="code-hint"`}>
<div class="actions"><button class="main" type="submit">Use this app</button><a class="button" href="${path}">Cancel</a></div>
</form>${timeLine(page.time, 'own-page')}`,
  }
}

/** Light modules around a QR code that readers need. */
const MARGIN = 4

/** A picture with its own light ground, so that it can be scanned in dark mode too. */
function picture(text: string): Html {
  const modules = qrCode(text)
  const size = modules.length + 2 * MARGIN
  const path = modules
    .flatMap((line, row) => line.map((dark, column) => (dark ? `M${column + MARGIN} ${row + MARGIN}h1v1h-1z` : '')))
    .join('')
  return html`<p><svg class="qr" role="img" aria-label="QR code of the key" width="232" height="232" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg></p>`
}
