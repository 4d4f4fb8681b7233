/**
 * The only script of the pages. It adds passkeys to two forms that work without it: the log-in, where a passkey takes the
 * place of the code, and the user's list of passkeys, where one is made.
 */
export const PASSKEY_SCRIPT = `'use strict'
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '')
const withBytes = (list) => (list || []).map((item) => ({ ...item, id: bytes(item.id) }))
const say = (message) => { const status = document.getElementById('passkey-status'); if (status) status.textContent = message }
const can = window.PublicKeyCredential && navigator.credentials

function logIn(form, button) {
  const options = JSON.parse(form.dataset.passkey)
  button.hidden = false
  button.addEventListener('click', async () => {
    form.elements.code.required = false
    if (!form.reportValidity()) { form.elements.code.required = true; return }
    say('Waiting for your passkey …')
    try {
      const made = await navigator.credentials.get({ publicKey: { ...options, challenge: bytes(options.challenge), allowCredentials: withBytes(options.allowCredentials) } })
      const { response } = made
      form.elements.passkey.value = JSON.stringify({ id: made.id, rawId: text(made.rawId), type: made.type, clientExtensionResults: {},
        response: { clientDataJSON: text(response.clientDataJSON), authenticatorData: text(response.authenticatorData), signature: text(response.signature),
          ...(response.userHandle ? { userHandle: text(response.userHandle) } : {}) } })
      form.submit()
    } catch {
      form.elements.code.required = true
      say('No passkey was used. Type the code from your authenticator app instead, or try again.')
    }
  })
}

function add(form, button) {
  const options = JSON.parse(form.dataset.passkey)
  button.hidden = false
  button.addEventListener('click', async () => {
    say('Follow what your browser asks …')
    try {
      const made = await navigator.credentials.create({ publicKey: { ...options, challenge: bytes(options.challenge),
        user: { ...options.user, id: bytes(options.user.id) }, excludeCredentials: withBytes(options.excludeCredentials) } })
      const { response } = made
      form.elements.passkey.value = JSON.stringify({ id: made.id, rawId: text(made.rawId), type: made.type, clientExtensionResults: {},
        response: { clientDataJSON: text(response.clientDataJSON), attestationObject: text(response.attestationObject),
          transports: response.getTransports ? response.getTransports() : [] } })
      form.submit()
    } catch {
      say('No passkey was made.')
    }
  })
}

if (can) {
  const [form, adding] = ['log-in', 'add-passkey'].map((id) => document.getElementById(id))
  if (form && form.dataset.passkey) logIn(form, document.getElementById('use-passkey'))
  if (adding && adding.dataset.passkey) add(adding, document.getElementById('make-passkey'))
}
`
