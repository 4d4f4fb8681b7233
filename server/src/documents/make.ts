import { setDocument } from './layout.ts'
import type { DocumentModel } from './model.ts'

/** Returns the document as one PDF file; for those whose length is bounded. Other requests are served between its pages. */
export async function makeDocument(model: DocumentModel): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of setDocument(model)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
