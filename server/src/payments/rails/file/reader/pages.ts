import { readFileSync, statSync } from 'node:fs'
import { type BankMessage, type FileItem, readMessage } from '../messages.ts'
import { UnreadableFile } from '../nodes.ts'
import { decoded } from './text.ts'

/** Request for items of a file. */
export interface Question {
  file: string
  /** Number of the first item, from 0. */
  from: number
}

/** Some items of a message, in their order. */
export interface Page {
  /** Message name, for example camt.054. */
  kind: string
  items: FileItem[]
  /** Items of the whole message. */
  total: number
}

export type Answer = { page: Page } | { unreadable: string }

const MAX_BYTES = 50_000_000
/** Items that pass to the main thread at a time: a millisecond of copying. */
const PAGE_ITEMS = 200

/**
 * Returns a function that reads files by pages. It keeps the message of the last file until its last page, so that a file is
 * parsed once.
 */
export function createPager(): (question: Question) => Answer {
  let current: { file: string; message: BankMessage } | undefined
  return ({ file, from }) => {
    try {
      if (current?.file !== file || from === 0) current = { file, message: readMessage(contentOf(file)) }
    } catch (error) {
      current = undefined
      if (error instanceof UnreadableFile) return { unreadable: error.message }
      throw error
    }
    const { kind, items } = current.message
    const page = { kind, items: items.slice(from, from + PAGE_ITEMS), total: items.length }
    if (from + PAGE_ITEMS >= items.length) current = undefined
    return { page }
  }
}

function contentOf(file: string): string {
  if (statSync(file).size > MAX_BYTES) throw new UnreadableFile(`The file is larger than ${MAX_BYTES} bytes.`)
  return decoded(readFileSync(file))
}
