import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Institution, shadeFor, textOn } from '../institution/index.ts'
import type { App } from '../kernel/http/http.ts'
import { serverDirectory } from '../kernel/values/package-directory.ts'

const FILES = { 'index.html': 'text/html', 'console.js': 'text/javascript', 'console.css': 'text/css' } as const

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}

/** A picture opened on its own loads and runs nothing. */
const PICTURE_HEADERS = { ...HEADERS, 'content-security-policy': "default-src 'none'; sandbox" }

/** The web console at /console, where it has been built; it calls the same interface as every other client. */
export function consoleRoutes(app: App, institution: Institution): void {
  const directory = path.join(serverDirectory, '..', 'console', 'dist')
  if (!existsSync(path.join(directory, 'index.html'))) return
  const open = { config: { public: true }, schema: { hide: true } }
  for (const [name, type] of Object.entries(FILES)) {
    const file = readFileSync(path.join(directory, name))
    const body = bodyOf(name, file.toString(), institution)
    const address = name === 'index.html' ? '/console/' : `/console/${name}`
    app.get(address, open, (_request, reply) => reply.headers(HEADERS).type(`${type}; charset=utf-8`).send(body))
  }
  const { logo } = institution
  if (logo)
    app.get('/console/logo.svg', open, (_request, reply) =>
      reply.headers(PICTURE_HEADERS).type('image/svg+xml').send(logo.svg),
    )
  app.get('/console', open, (_request, reply) => reply.redirect('/console/'))
}

/** Returns a file of the console with what the institution decides: name, logo and colour. */
function bodyOf(name: string, file: string, institution: Institution): string {
  if (name === 'index.html') return named(file, institution)
  return name === 'console.css' ? file + colours(institution.colour) : file
}

/** Sets the institution's name and icon into the page, and where its logo is. */
function named(page: string, { name, logo, colour }: Institution): string {
  const escaped = name.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
  const tags = `<title>${escaped}</title><meta name="institution" content="${escaped}">`
  const icon = `<link rel="icon" type="image/svg+xml" href="${logo ? 'logo.svg' : squareOf(colour)}">`
  const address = logo ? '<meta name="logo" content="logo.svg">' : ''
  return page.replace('<title>Console</title>', () => tags + address + icon)
}

/** Returns the address of an icon that is a square of a colour. */
const squareOf = (colour: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${colour}"/></svg>`)}`

/** Grounds of the console's cards in the light and the dark theme, from its style sheet. */
const CARDS = ['#ffffff', '#191f1d'] as const

/** Least contrast of links and of text on buttons (WCAG 1.4.6). */
const LEAST_CONTRAST = 7

/** Returns rules that replace the colours of links and buttons: the nearest shades of a colour that are easy to read. */
function colours(colour: string): string {
  const shades = CARDS.map((card) => shadeFor(colour, card, LEAST_CONTRAST))
  const pair = (values: readonly string[]) => `light-dark(${values.join(', ')})`
  return `:root{--accent:${pair(shades)};--on-accent:${pair(shades.map(textOn))}}\n`
}
