import type { DocumentModel } from './model.ts'
import { setDocument } from './thread/index.ts'

/** Returns the document as one PDF file; for those whose length is bounded. */
export async function makeDocument(model: DocumentModel): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of setDocument(model)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
