/** Reads files of a bank: small ones at once, large ones in a thread that passes them on by pages. */
import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { createThread, ThreadEnded, threadFile } from '../../../../kernel/jobs/thread.ts'
import { UnreadableFile } from '../nodes.ts'
import { type Answer, createPager, type Page, type Question } from './pages.ts'

/** Files up to this size are read at once: starting a thread would take longer. */
const SMALL_BYTES = 32 * 1024

/** The largest file has 50 MB, and its elements need some twenty times that. */
const MEMORY = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 48 }
const TIME_LIMIT_MS = 120_000

/** Reader of one bank's files, one after another. */
export interface FileReader {
  /**
   * Reads a file page by page; the main thread never holds all of it.
   *
   * @throws UnreadableFile
   */
  pages(file: string): AsyncGenerator<Page>
}

export function createFileReader(): FileReader {
  const thread = createThread<Question, Answer>({
    open: () =>
      new Worker(threadFile(import.meta.url, './bank-file-reader.mjs'), { execArgv: [], resourceLimits: MEMORY }),
    timeLimitMs: TIME_LIMIT_MS,
    queueLimit: 8,
    idleMs: 30_000,
  })
  const ask = (question: Question) => thread.run(question, []).catch(refuseEnded)
  return {
    async *pages(file) {
      const answer = (await stat(file)).size <= SMALL_BYTES ? createPager() : ask
      for (let from = 0; ; ) {
        const found = await answer({ file, from })
        if ('unreadable' in found) throw new UnreadableFile(found.unreadable)
        yield found.page
        from += found.page.items.length
        if (from >= found.page.total) return
      }
    },
  }
}

function refuseEnded(error: unknown): never {
  if (!(error instanceof ThreadEnded)) throw error
  throw new UnreadableFile(
    'Reading the file takes too much time or memory. Ask the bank for smaller files; to try again, move it back to the inbox.',
    { cause: error },
  )
}
