import { createCanvas } from './canvas.ts'
import { setDocument } from './layout.ts'
import type { DocumentModel } from './model.ts'

/**
 * The document as one PDF file; for those whose length is bounded. Other requests have their turn between its pages.
 *
 * @throws text_not_printable
 */
export async function makeDocument(model: DocumentModel): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of setDocument(model)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/**
 * A check that every text given to it can be set, for a document that is sent while it is made: a refusal must come first.
 *
 * @throws text_not_printable
 */
export function createPrintCheck(): (text: string) => void {
  const canvas = createCanvas({ title: '', author: '', subject: '', at: new Date(0) })
  canvas.newPage()
  return (text) => void canvas.wrap(text, Number.POSITIVE_INFINITY, { size: 8 })
}
