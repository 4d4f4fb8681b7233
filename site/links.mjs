// Addresses of pages and headings.
import path from 'node:path'

/** Returns the id of a heading, as GitHub makes it: links between the pages work in both places. */
export const slugOf = (/** @type {string} */ heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

/** The sandbox's own address of this site, which the pages name in full. */
const OWN = 'http://localhost:8080/docs/'

/**
 * Returns the address that a link of a page has on the site; undefined if its target is not part of the site.
 *
 * @param {string} href as the page has it
 * @param {string} page path of the page in docs/
 * @param {(file: string) => boolean} exists if docs/ has a file
 */
export function targetOf(href, page, exists) {
  if (href.startsWith(OWN)) return `/${href.slice(OWN.length)}`
  if (/^(?:[a-z]+:|#)/.test(href)) return href
  const [file = '', anchor = ''] = href.split(/(?=#)/)
  const target = path.posix.join(path.posix.dirname(page), file)
  if (target.startsWith('..') || !exists(target)) return undefined
  const isFolder = !path.posix.extname(target)
  if (isFolder || path.posix.basename(target) === 'README.md')
    return `/${isFolder ? target : path.posix.dirname(target)}/${anchor}`.replace('/./', '/')
  return target.endsWith('.md') ? `${file}${anchor}` : `/${target}`
}
