import { createBatcher } from '../../kernel/jobs/batcher.ts'
import type { PostingConnection } from '../../ledger/index.ts'
import { type QuoteToStore, type StoreAnswer, storeQuoteBatch } from './queries.ts'

/** Stores quotes durably, many in one statement and one commit. */
export interface QuoteStore {
  /** @throws overloaded when too many quotes wait */
  store(quote: QuoteToStore): Promise<StoreAnswer>
}

export function createQuoteStore(connection: PostingConnection): QuoteStore {
  const batcher = createBatcher<QuoteToStore, StoreAnswer>({ run: (quotes) => storeQuoteBatch(connection, quotes) })
  return { store: (quote) => batcher.submit(quote) }
}
