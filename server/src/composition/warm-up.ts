import { setDocument } from '../documents/index.ts'
import { loadPasskeys } from '../users/index.ts'

/**
 * Loads the packages and fonts that are loaded at their first use, so that no request of a server waits for them.
 * Commands leave it out: they need few of them and start faster.
 */
export async function warmUp(): Promise<void> {
  await loadPasskeys()
  const text = (bold: string, plain: string) => [
    { kind: 'heading' as const, text: bold },
    { kind: 'paragraph' as const, text: plain },
  ]
  const issuer = { name: 'Cambist', licence: '', safeguarding: '', contact: '' }
  const document = { title: 'Start', issuer, reference: '', issuedAt: new Date(0), blocks: text('Start', 'Start') }
  for await (const chunk of setDocument(document)) void chunk
}
