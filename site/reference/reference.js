// Opens the API reference: every document of the list, with samples, in the appearance that the reader chose for the site.
import { withSamples } from '../../sdk/generator/samples/index.mjs'
import { eventDocument } from './events.js'
import { repairWhileOpen } from './repairs.js'

const APPEARANCE = 'vitepress-theme-appearance'

/** The reader's choice on the pages; `auto` follows the system. */
function isDark() {
  const chosen = localStorage.getItem(APPEARANCE) ?? 'auto'
  return chosen === 'dark' || (chosen === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
}

/** Reads a document, and the address of the service that it is for. */
async function read(url, published) {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
  const content = await answer.json()
  const [own] = content.servers ?? []
  // The service redirects to its own document; a published site has a copy, for a sandbox on the reader's machine.
  const address = answer.redirected ? new URL(own?.url ?? '/', location.origin).href.replace(/\/$/, '') : published
  return { content: { ...content, servers: [{ ...own, url: address }] }, address }
}

async function open() {
  const list = await (await fetch('documents.json')).json()
  const sources = await Promise.all(
    list.map(async ({ title, slug, url, server }) => {
      const { content, address } = await read(url, server)
      return { title, slug, content: withSamples(content, address) }
    }),
  )
  const { content } = await read('asyncapi.json', '')
  sources.splice(1, 0, { title: 'Events', slug: 'events', content: eventDocument(content) })
  document.querySelector('#waiting')?.remove()
  repairWhileOpen(document.body)
  globalThis.Scalar.createApiReference('#reference', {
    sources,
    withDefaultFonts: false,
    theme: 'none',
    darkMode: isDark(),
    hideDarkModeToggle: true,
    hideClientButton: true,
    hiddenClients: true,
    showDeveloperTools: 'never',
    telemetry: false,
    agent: { disabled: true },
    mcp: { disabled: true },
    defaultOpenAllTags: false,
    documentDownloadType: 'both',
    authentication: { preferredSecurityScheme: 'oauth2' },
  })
}

open().catch((error) => {
  const waiting = document.querySelector('#waiting')
  if (waiting) waiting.textContent = `The documents could not be read: ${error.message}`
})
