import type { FieldError, Params } from '../../../kernel/values/refusals.ts'
import type { BatchFormat } from '../schema.ts'
import type { ParsedBatch } from './parse.ts'

/** Body to be parsed in the thread. */
export interface Question {
  body: Uint8Array
  format: BatchFormat
}

/** Rejection on its way between threads. */
export interface PlainRefusal {
  code: string
  message: string
  params: Params
  errors: FieldError[]
}

export type Answer = { batch: ParsedBatch } | { invalid: PlainRefusal; sample: object } | { refused: PlainRefusal }
