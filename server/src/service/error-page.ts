import type { App } from '../kernel/http/http.ts'
import { allRefusals } from '../kernel/values/refusals.ts'

const STYLE = `:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif }
body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin-top: 2.5rem } dt { margin-top: 1.2rem; font: 600 1rem ui-monospace, monospace; overflow-wrap: anywhere }
dd { margin: 0.2rem 0 0 } :target { background: Mark; color: MarkText } small { opacity: 0.75 }`

const HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

/** The error reference as a page: where the `type` of every problem points, `/docs/errors#<code>`. */
export function errorPageRoutes(app: App): void {
  app.get('/docs/errors', { config: { public: true }, schema: { hide: true } }, (_request, reply) =>
    reply.headers(HEADERS).type('text/html; charset=utf-8').send(errorPage(allRefusals())),
  )
}

type Listed = ReturnType<typeof allRefusals>

function errorPage(refusals: Listed): string {
  const statuses = [...new Set(refusals.map(({ status }) => status))].sort((a, b) => a - b)
  const sections = statuses.map((status) =>
    section(
      status,
      refusals.filter((refusal) => refusal.status === status),
    ),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Error reference</title><style>${STYLE}</style></head><body><h1>Error reference</h1>
<p>Every code of <code>application/problem+json</code>. <code>{name}</code> stands for a value that the answer carries in
<code>params</code>. Retryable: the same request may succeed later without being changed.</p>
${sections.join('\n')}</body></html>`
}

function section(status: number, refusals: Listed): string {
  const entries = refusals.map(({ code, message, retryable }) => {
    const mark = retryable ? ' <small>Retryable.</small>' : ''
    return `<dt id="${code}">${code}</dt><dd>${escaped(message)}${mark}</dd>`
  })
  return `<h2>${status}</h2><dl>${entries.join('\n')}</dl>`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
