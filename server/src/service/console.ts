import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Institution } from '../institution/index.ts'
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
    const body = name === 'index.html' ? named(file.toString(), institution) : file
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

/** Sets the institution's name into the page, and where its logo is. */
function named(page: string, { name, logo }: Institution): string {
  const escaped = name.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
  const tags = `<title>${escaped}</title><meta name="institution" content="${escaped}">`
  return page.replace('<title>Console</title>', () => tags + (logo ? '<meta name="logo" content="logo.svg">' : ''))
}
