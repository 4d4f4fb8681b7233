import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
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

/** The web console at /console, where it has been built; it calls the same interface as every other client. */
export function consoleRoutes(app: App): void {
  const directory = path.join(serverDirectory, '..', 'console', 'dist')
  if (!existsSync(path.join(directory, 'index.html'))) return
  const open = { config: { public: true }, schema: { hide: true } }
  for (const [name, type] of Object.entries(FILES)) {
    const body = readFileSync(path.join(directory, name))
    const address = name === 'index.html' ? '/console/' : `/console/${name}`
    app.get(address, open, (_request, reply) => reply.headers(HEADERS).type(`${type}; charset=utf-8`).send(body))
  }
  app.get('/console', open, (_request, reply) => reply.redirect('/console/'))
}
