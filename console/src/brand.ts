import { h } from './dom.ts'

const said = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

/** Name of the institution, which the server writes into the page. */
export const institution = said('institution') ?? 'Console'

/** The institution's logo and name, inside an element of the page. */
export function brand(tag: 'h1' | 'span'): HTMLElement {
  const logo = said('logo')
  const picture = logo
    ? h('img', { class: 'logo', src: logo, alt: '' })
    : h('span', { class: 'logo', 'aria-hidden': 'true' })
  return h(tag, { class: 'brand' }, picture, institution)
}
