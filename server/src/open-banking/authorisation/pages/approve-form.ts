import { type Html, html } from './html.ts'

/** Second factor on the page that it confirms. */
export interface SecondFactor {
  /** Options of the passkey request without its challenge, as JSON; absent if the user has no passkey. */
  passkeyOptions?: string
  /** Hash of the statement, base64url, by account: the challenge of the passkey. */
  challenges: ReadonlyMap<string, string>
  /** True if the last code or passkey was not accepted. */
  isRejected: boolean
}

/** The code of the authenticator app, beside the button that it confirms. */
export const codeField = ({ isRejected }: SecondFactor): Html =>
  html`<label for="code">Code</label>
<p class="hint" id="code-hint">Six digits from your authenticator app. With it you confirm this payment and no other.</p>
<input type="hidden" name="passkey" value="">
<input type="text" id="code" name="code" inputmode="numeric" pattern="[0-9 ]{6,8}" autocomplete="one-time-code" required maxlength="8" aria-describedby="${
    isRejected && 'error '
  }code-hint"${isRejected && html` aria-invalid="true"`}>`

/** The passkey in place of the code, where there is script. @param isWarned true if the approval is not what we recommend */
export const passkeyButton = (isWarned: boolean): Html =>
  html`<button type="button"${isWarned && html` class="danger"`} id="use-passkey" hidden>Approve with a passkey</button>`
