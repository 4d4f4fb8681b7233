import { h } from './dom.ts'

const said = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

/** Name of the institution, which the server writes into the page. */
export const institution = said('institution') ?? 'Console'

const initial = /[\p{L}\p{N}]/u.exec(institution)?.[0]?.toUpperCase() ?? '·'

/** The institution's logo, or its initial, and its name, inside an element of the page. */
export function brand(tag: 'h1' | 'span'): HTMLElement {
  const logo = said('logo')
  const picture = logo
    ? h('img', { class: 'logo', src: logo, alt: '' })
    : h('span', { class: 'logo', 'aria-hidden': 'true' }, initial)
  return h(tag, { class: 'brand' }, picture, institution)
}
