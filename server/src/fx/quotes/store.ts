import { createBatcher, runOfEpoch } from '../../kernel/jobs/batcher.ts'
import type { PostingConnection } from '../../ledger/index.ts'
import {
  type DetailedQuote,
  detailedStoring,
  type QuoteDetails,
  type QuoteToStore,
  type StoreAnswer,
  storeQuoteBatch,
} from './queries.ts'

/** Stores quotes durably, many in one statement and one commit. */
export interface QuoteStore {
  /** @throws overloaded when too many quotes wait */
  store(quote: QuoteToStore): Promise<StoreAnswer>
  /** Returns a store for quotes that another module stores details with. Make one per module and process. */
  withDetails<D>(details: QuoteDetails<D>): DetailedQuoteStore<D>
}

interface DetailedQuoteStore<D> {
  /** @throws overloaded when too many quotes wait */
  store(quote: QuoteToStore, details: D): Promise<StoreAnswer>
}

export function createQuoteStore(connection: PostingConnection): QuoteStore {
  const batcher = createBatcher<QuoteToStore, StoreAnswer>({
    run: (quotes) =>
      runOfEpoch(
        connection.enter(),
        quotes,
        ({ epoch }) => epoch,
        (current) => storeQuoteBatch(connection, current),
      ),
  })
  return {
    store: (quote) => batcher.submit(quote),
    withDetails<D>(details: QuoteDetails<D>): DetailedQuoteStore<D> {
      const storeAll = detailedStoring(details)
      const detailed = createBatcher<DetailedQuote<D>, StoreAnswer>({
        run: (quotes) =>
          runOfEpoch(
            connection.enter(),
            quotes,
            ({ quote }) => quote.epoch,
            (current) => storeAll(connection, current),
          ),
      })
      return { store: (quote: QuoteToStore, row: D) => detailed.submit({ quote, details: row }) }
    },
  }
}
