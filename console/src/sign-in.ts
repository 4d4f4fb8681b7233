import { brand } from './brand.ts'
import { field, fill, h, whileBusy } from './dom.ts'
import { explain, type Session, signIn } from './session.ts'

/** The first page: client id and secret. */
export function signInPage(onSignedIn: (session: Session) => void): HTMLElement {
  const message = h('p', { role: 'alert', class: 'alert' })
  const clientId = h('input', { name: 'username', autocomplete: 'username', required: true, spellcheck: 'false' })
  const secret = h('input', { name: 'password', type: 'password', autocomplete: 'current-password', required: true })
  const button = h('button', { class: 'primary', type: 'submit' }, 'Sign in')
  const onsubmit = (event: Event) => {
    event.preventDefault()
    fill(message)
    void whileBusy(button, async () => onSignedIn(await signIn(clientId.value.trim(), secret.value.trim()))).catch(
      (error: unknown) => fill(message, explain(error)),
    )
  }
  return h(
    'main',
    { class: 'sign-in' },
    h(
      'form',
      { class: 'card', onsubmit },
      brand('h1'),
      h(
        'p',
        { class: 'quiet' },
        'Accounts and currency deals. Sign in with an API client; the secret stays in this page.',
      ),
      field('Client id', clientId),
      field('Client secret', secret),
      message,
      button,
      h('p', { class: 'quiet small' }, 'A sandbox stores both in sandbox-credentials.json in its data directory.'),
    ),
  )
}
