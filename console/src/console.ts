import { brand, institution } from './brand.ts'
import { accountsView } from './accounts.ts'
import { dealsView } from './deals.ts'
import { fill, h } from './dom.ts'
import { sandboxClock } from './sandbox.ts'
import type { Session } from './session.ts'
import { signInPage } from './sign-in.ts'

const views = { accounts: { title: 'Accounts', make: accountsView }, deals: { title: 'Deals', make: dealsView } }
type View = keyof typeof views

/** Shows the session's pages, or the first page; the element that had the focus is gone, so the new page gets it. */
function show(session: Session | undefined): void {
  if (session) {
    fill(document.body, ...shell(session))
    document.querySelector<HTMLElement>('#content')?.focus()
    return
  }
  document.title = `Sign in · ${institution}`
  fill(document.body, signInPage(show))
  document.querySelector<HTMLElement>('input')?.focus()
}

/** Bar, navigation, and the view that the address names. */
function shell(session: Session): HTMLElement[] {
  const content = h('main', { id: 'content', tabindex: '-1' })
  const links = Object.entries(views).map(([name, { title }]) => h('a', { href: `#${name}` }, title))
  const open = () => {
    const wanted = location.hash.slice(1)
    const name: View = wanted in views ? (wanted as View) : 'accounts'
    for (const link of links) {
      if (link.hash === `#${name}`) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
    }
    document.title = `${views[name].title} · ${institution}`
    fill(content, views[name].make(session))
  }
  const left = new AbortController()
  window.addEventListener('hashchange', open, { signal: left.signal })
  open()
  return [h('a', { class: 'skip', href: '#content' }, 'Skip to content'), topBar(session, links, open, left), content]
}

/** @param left is aborted when the session ends */
function topBar(session: Session, links: HTMLElement[], refresh: () => void, left: AbortController): HTMLElement {
  const signOut = () => {
    left.abort()
    void session.api.close().catch(() => {}) // the token ends by itself
    show(undefined)
  }
  return h(
    'header',
    {},
    brand('span'),
    h('nav', { 'aria-label': 'Views' }, ...links),
    h(
      'div',
      { class: 'session' },
      sandboxClock(session, refresh),
      entityShown(session, (chosen) => {
        left.abort()
        show(chosen)
        document.querySelector<HTMLSelectElement>('.who select')?.focus()
      }),
      h('button', { type: 'button', onclick: signOut }, 'Sign out'),
    ),
  )
}

/** The entity that the views are of; a choice where the client has several. */
function entityShown(session: Session, onChosen: (session: Session) => void): HTMLElement {
  const kind = h('span', { class: 'mark' }, session.serviceKind)
  if (session.entities.length < 2) {
    const name = h('bdi', { title: session.entityName }, session.entityName)
    return h('span', { class: 'who' }, name, ' ', kind)
  }
  const options = session.entities.map(({ entityId, entityName }) =>
    h('option', { value: entityId, selected: entityId === session.entityId }, entityName),
  )
  const select = h('select', { 'aria-label': 'Entity' }, ...options)
  select.addEventListener('change', () => {
    const chosen = session.entities.find(({ entityId }) => entityId === select.value)
    if (chosen) onChosen({ ...session, ...chosen })
  })
  return h('span', { class: 'who' }, select, kind)
}

show(undefined)
