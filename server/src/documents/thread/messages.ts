import type { DocumentModel, Row } from '../model.ts'

/** A step of a document: its model, whose tables have no rows yet; the next rows of a table; or the end of interest in it. */
export type Question = { document: number } & (
  | { model: DocumentModel }
  | { rows: readonly Row[]; isLast: boolean }
  | { drop: true }
)

/** Bytes that are ready, and whether the next rows are needed; or the error of the thread's code. */
export type Answer = { chunks: Uint8Array[]; needsRows: boolean } | { defect: string }
