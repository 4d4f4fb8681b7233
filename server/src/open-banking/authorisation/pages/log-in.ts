import { type Html, html } from './html.ts'
import type { Page } from './layout.ts'
import { type TimeLimit, timeLine } from './time-limit.ts'

interface LogInPage {
  /** Target of the form. */
  action: string
  csrf: string
  /** Reason for the login, in one sentence. */
  reason: string
  error?: string
  /** True if a field has a wrong value; false for a delay or a form from elsewhere. */
  isWrong: boolean
  username?: string
  /** Target of "cancel"; absent on the user's own pages. */
  cancelAction?: string
  /** True on the way to a third party. */
  leadsBack?: boolean
  time?: TimeLimit
  /** False where the second factor comes later, with what it approves. */
  needsCode: boolean
  /** Options of the passkey request, as JSON; absent where a passkey is of no use. */
  passkeyOptions?: string
}

/** Returns true if the status of a rejected login blames the fields. */
export const isWrongAt = (status: number): boolean => status === 401

/** The login: a name, a password, and mostly a code or (where there is script and a passkey) the passkey. */
export function logInPage(page: LogInPage): Page {
  const { action, csrf, error, username = '', cancelAction, passkeyOptions } = page
  const invalid = page.isWrong && html` aria-invalid="true" aria-describedby="error"`
  return {
    title: 'Log in',
    isError: error !== undefined,
    script: passkeyOptions !== undefined,
    leadsBack: page.leadsBack === true,
    ...(page.time && { time: page.time }),
    body: html`<p>${page.reason}</p>
${error !== undefined && html`<p class="error" id="error" role="alert">${error}</p>`}
<form method="post" action="${action}" id="log-in"${passkeyOptions !== undefined && html` data-passkey="${passkeyOptions}"`}>
<input type="hidden" name="csrf" value="${csrf}">
<label for="username">Username</label>
<input type="text" id="username" name="username" value="${username}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="64"${invalid}>
<label for="password">Password</label>
<input type="password" id="password" name="password" autocomplete="current-password" required maxlength="256"${invalid}>
${page.needsCode && codeField(invalid)}
${passkeyOptions !== undefined && html`<input type="hidden" name="passkey" value="">`}
<div class="actions"><button class="main" type="submit">Log in</button>
${passkeyOptions !== undefined && html`<button type="button" id="use-passkey" hidden>${page.needsCode ? 'Use a passkey instead of the code' : 'Log in with a passkey now'}</button>`}</div>
<p id="passkey-status" role="status" class="soft"></p>
</form>
${
  cancelAction !== undefined &&
  html`<form method="post" action="${cancelAction}"><input type="hidden" name="csrf" value="${csrf}">
<div class="actions"><button type="submit">Cancel and go back</button></div></form>`
}${page.time && timeLine(page.time, 'log-in')}`,
  }
}

const codeField = (invalid: Html | false): Html => html`<label for="code">Code</label>
<p class="hint" id="code-hint">Six digits from your authenticator app.</p>
<input type="text" id="code" name="code" inputmode="numeric" pattern="[0-9 ]{6,8}" autocomplete="one-time-code" required maxlength="8" aria-describedby="code-hint"${invalid}>`
