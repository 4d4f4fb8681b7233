import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_DOCUMENTS } from '../kernel/http/openapi/documents.ts'
import type { App } from '../kernel/http/http.ts'
import { refuseHttp } from '../kernel/http/problems.ts'
import { isKnown, omitBody } from '../kernel/http/routing/conditional.ts'
import { refusals } from '../kernel/values/refusals.ts'
import { serverDirectory } from '../kernel/values/package-directory.ts'

const refuse = refusals({
  documentation_not_built: {
    status: 503,
    message: 'The documentation is not built yet. `npm run build` builds it; `npm start` does so in the background.',
    retryable: true,
  },
})

/** Files of the site by their paths, and digests of the scripts inside its pages. `site/build.mjs` writes it. */
interface Manifest {
  scripts: string[]
  files: Record<string, { digest: string; isCompressed?: boolean }>
}

interface Site {
  directory: string
  /** Time of the build. */
  builtAt: number
  policy: string
  files: ReadonlyMap<string, { digest: string; isCompressed?: boolean }>
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.xml': 'application/xml; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.pdf': 'application/pdf',
  '.mjs': 'text/plain; charset=utf-8',
  '.sta': 'text/plain; charset=utf-8',
}

/** Allows the site's own scripts only: its files, and those in its pages by their digests. Styles may be written in attributes. */
const policyOf = (scripts: readonly string[]): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts.map((script) => `'${script}'`)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const BUILT = path.join(serverDirectory, '..', 'site', 'dist')
const HIDDEN = { config: { public: true }, schema: { hide: true } }

/**
 * Serves the documentation site at /docs as `npm run build` left it, with the API documents of this process in place of the
 * published ones. Browsers that open / get there.
 *
 * @param directory of the built site
 */
export function siteRoutes(app: App, directory = BUILT): void {
  const currentSite = createSiteReader(directory)
  app.get('/', HIDDEN, (request, reply) => {
    if (!wantsPage(request)) throw refuseHttp.not_found()
    return reply.redirect('/docs/')
  })
  app.get('/docs', HIDDEN, (_request, reply) => reply.redirect('/docs/'))
  app.get('/llms.txt', HIDDEN, (_request, reply) => reply.redirect('/docs/llms.txt'))
  const documents = [...API_DOCUMENTS, { name: 'asyncapi', path: '/asyncapi.json' }]
  for (const { name, path: address } of documents)
    app.get(`/docs/api/${name}.json`, HIDDEN, (_request, reply) => reply.redirect(address))
  app.get<{ Params: { '*': string } }>('/docs/*', HIDDEN, async (request, reply) => {
    const site = await currentSite()
    if (!site) return sendNotBuilt(request, reply)
    return sendFile(site, request.params['*'], request, reply)
  })
}

const wantsPage = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') === true

/** Returns a reader of the site that reads its list again after a new build; undefined while it is not built. */
function createSiteReader(directory: string): () => Promise<Site | undefined> {
  const manifest = path.join(directory, 'site.json')
  let known: Site | undefined
  return async () => {
    const found = await stat(manifest).catch(() => undefined)
    if (!found) return undefined
    if (known?.builtAt !== found.mtimeMs) {
      const { scripts, files } = JSON.parse(await readFile(manifest, 'utf8')) as Manifest
      known = { directory, builtAt: found.mtimeMs, policy: policyOf(scripts), files: new Map(Object.entries(files)) }
    }
    return known
  }
}

async function sendFile(
  site: Site,
  asked: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const name = nameOf(site, asked)
  if (name === undefined && site.files.has(`${asked}/index.html`)) return reply.redirect(`/docs/${asked}/`)
  if (name === undefined && !wantsPage(request)) throw refuseHttp.not_found()
  const file = name ?? '404.html'
  const { digest, isCompressed = false } = site.files.get(file)!
  const isZipped = isCompressed && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  const tag = `"${digest}${isZipped ? '-gz' : ''}"`
  void reply.headers({
    'content-security-policy': site.policy,
    'referrer-policy': 'no-referrer',
    'cache-control': file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: tag,
    ...(isCompressed && { vary: 'Accept-Encoding' }),
  })
  if (isKnown(request, tag)) return omitBody(reply).send()
  const content = await readFile(path.join(site.directory, `${file}${isZipped ? '.gz' : ''}`))
  if (isZipped) void reply.header('content-encoding', 'gzip')
  return reply
    .code(name === undefined ? 404 : 200)
    .type(TYPES[path.extname(file)] ?? 'application/octet-stream')
    .send(content)
}

/** Returns the file of an address: the page of its name, or the index of a folder. Only files of the list are ever read. */
function nameOf({ files }: Site, asked: string): string | undefined {
  if (asked === '' || asked.endsWith('/')) return [`${asked}index.html`].find((name) => files.has(name))
  return [asked, `${asked}.html`].find((name) => files.has(name))
}

const NOT_BUILT = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="3"><title>Documentation</title></head><body><h1>Documentation</h1>
<p>The documentation is not built yet. <code>npm start</code> builds it in the background, and this page then opens it.
<code>npm run build</code> builds it too.</p><p>The API documents are at <a href="/openapi.json">openapi.json</a> and
<a href="/asyncapi.json">asyncapi.json</a>.</p></body></html>`

function sendNotBuilt(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const later = { 'retry-after': '3' }
  if (!wantsPage(request)) throw refuse.documentation_not_built({}, { headers: later })
  return reply
    .code(503)
    .headers({ ...later, 'content-security-policy': policyOf([]), 'cache-control': 'no-store' })
    .type(TYPES['.html']!)
    .send(NOT_BUILT)
}
