import { type Issuer, setDocument } from '../documents/index.ts'
import type { App } from '../kernel/http/http.ts'
import { makeDocument } from '../kernel/http/openapi/openapi.ts'
import { loadPasskeys } from '../users/index.ts'

/**
 * Makes what is made at its first use, so that no request of a server waits for it: loaded packages, the thread that sets
 * documents, and the OpenAPI document.
 * Commands leave it out: they need few of them and start faster.
 */
export async function warmUp(app: App, issuer: Issuer): Promise<void> {
  await loadPasskeys()
  await app.ready()
  makeDocument(app) // not by a request, which would be in the log, the metrics and the traces
  const text = (bold: string, plain: string) => [
    { kind: 'heading' as const, text: bold },
    { kind: 'paragraph' as const, text: plain },
  ]
  const document = { title: 'Start', issuer, reference: '', issuedAt: new Date(0), blocks: text('Start', 'Start') }
  for await (const chunk of setDocument(document)) void chunk
}
