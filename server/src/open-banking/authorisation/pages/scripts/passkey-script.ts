/**
 * Adds passkeys to forms that work without it: the login and the approval of a payment, where
 * a passkey takes the place of the code (or of the wait, where a login without code is delayed), and the user's list of passkeys, where one is made. The challenge of an approval is
 * the hash of what the user approves, which the chosen account carries.
 */
export const PASSKEY_SCRIPT = `
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '')
const withBytes = (list) => (list || []).map((item) => Object.assign({}, item, { id: bytes(item.id) }))
const say = (message) => { const status = document.getElementById('passkey-status'); if (status) status.textContent = message }
const can = window.PublicKeyCredential && navigator.credentials

function prove(form, button, submitter) {
  const options = JSON.parse(form.dataset.passkey)
  const challenge = () => (form.querySelector('input[name=account]:checked') || { dataset: {} }).dataset.challenge || options.challenge
  const { code } = form.elements
  const requireCode = (is) => { if (code) code.required = is }
  button.hidden = false
  button.addEventListener('click', async () => {
    requireCode(false)
    if (!form.reportValidity()) return requireCode(true)
    say('Waiting for your passkey …')
    try {
      const made = await navigator.credentials.get({ publicKey: Object.assign({}, options,
        { challenge: bytes(challenge()), allowCredentials: withBytes(options.allowCredentials) }) })
      const { response } = made
      form.elements.passkey.value = JSON.stringify({ id: made.id, rawId: text(made.rawId), type: made.type, clientExtensionResults: {},
        response: { clientDataJSON: text(response.clientDataJSON), authenticatorData: text(response.authenticatorData), signature: text(response.signature),
          ...(response.userHandle ? { userHandle: text(response.userHandle) } : {}) } })
      form.requestSubmit(submitter)
    } catch {
      requireCode(true)
      say(code ? 'No passkey was used. Type the code from your authenticator app instead, or try again.' : 'No passkey was used. Try again.')
    }
  })
}

function add(form, button) {
  const options = JSON.parse(form.dataset.passkey)
  button.hidden = false
  button.addEventListener('click', async () => {
    say('Follow the instructions of your browser …')
    try {
      const made = await navigator.credentials.create({ publicKey: Object.assign({}, options, { challenge: bytes(options.challenge),
        user: Object.assign({}, options.user, { id: bytes(options.user.id) }), excludeCredentials: withBytes(options.excludeCredentials) }) })
      const { response } = made
      form.elements.passkey.value = JSON.stringify({ id: made.id, rawId: text(made.rawId), type: made.type, clientExtensionResults: {},
        response: { clientDataJSON: text(response.clientDataJSON), attestationObject: text(response.attestationObject),
          transports: response.getTransports ? response.getTransports() : [] } })
      form.submit()
    } catch {
      say('No passkey was created.')
    }
  })
}

if (can) {
  const [logIn, decide, adding] = ['log-in', 'decide', 'add-passkey'].map((id) => document.getElementById(id))
  const button = document.getElementById('use-passkey')
  if (logIn && logIn.dataset.passkey) prove(logIn, button)
  if (decide && decide.dataset.passkey) prove(decide, button, document.getElementById('approve'))
  if (adding && adding.dataset.passkey) add(adding, document.getElementById('make-passkey'))
}
`
