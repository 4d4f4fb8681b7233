import {
  type CreditFacts,
  type CreditImage,
  readCreditFacts,
  type VersionedFacts,
} from '../../../credit/margin/index.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { Refusal } from '../../../kernel/values/refusals.ts'
import { type QuoteStore, type QuoteToStore, storeQuote, type StoreAnswer } from '../../quotes/index.ts'
import type { ForwardDeps } from '../record/deps.ts'
import { type ForwardQuoteRow, insertForwardQuote } from '../record/queries.ts'
import { forwardQuoteDetails } from '../record/quote-details.ts'

/** Source of the credit facts that a quote is decided on, and the store for it. */
export interface QuoteDesk {
  credit(entityId: string): Promise<CreditFacts>
  /** Facts at hand that may have changed; a quote that is decided on them is stored only if they have not. */
  kept(entityId: string): VersionedFacts | undefined
  hasBeneficiary(entityId: string, beneficiaryId: string): Promise<boolean>
  /** @param decidedOn version of the facts that the quote was decided on; null where they were read for it */
  store(quote: QuoteToStore, facts: ForwardQuoteRow, decidedOn: string | null): Promise<StoreAnswer>
}

/** Works in the transaction of a command. */
export const deskIn = (deps: Pick<ForwardDeps, 'hasBeneficiary'>, tx: Tx): QuoteDesk => ({
  credit: (entityId) => readCreditFacts(tx, entityId),
  kept: () => undefined,
  hasBeneficiary: (entityId, beneficiaryId) => deps.hasBeneficiary(tx, entityId, beneficiaryId),
  async store(quote, facts) {
    const answer = await storeQuote(tx, quote)
    if (answer.isStored) await insertForwardQuote(tx, facts)
    return answer
  },
})

/** Works outside transactions, on the image of credit facts; quotes are stored in sets. A saved payee needs a transaction. */
export function deskInSets(image: CreditImage, deps: { quotes: QuoteStore }): QuoteDesk {
  const store = deps.quotes.withDetails(forwardQuoteDetails)
  return {
    credit: (entityId) => image.of(entityId),
    kept: (entityId) => image.kept(entityId),
    hasBeneficiary: () => Promise.reject(new Error('a saved payee is locked in a transaction')),
    store: (quote, facts, decidedOn) => store.store(quote, { decidedOn, ...facts }),
  }
}

/**
 * Decides a quote on the facts at hand and stores it in one statement that compares their version. If they have changed, or if they reject
 * it, it is decided on facts that are read for it.
 */
export async function decideAndStore<D extends { quote: QuoteToStore; facts: ForwardQuoteRow }>(
  desk: QuoteDesk,
  entityId: string,
  decide: (facts: CreditFacts) => D,
): Promise<D & { answer: StoreAnswer }> {
  const kept = desk.kept(entityId)
  const foreseen = kept && unlessRefused(() => decide(kept.facts))
  if (foreseen) {
    const answer = await desk.store(foreseen.quote, foreseen.facts, kept.version)
    if (answer.isCurrent) return { answer, ...foreseen }
  }
  const decided = decide(await desk.credit(entityId))
  return { answer: await desk.store(decided.quote, decided.facts, null), ...decided }
}

function unlessRefused<T>(decide: () => T): T | undefined {
  try {
    return decide()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
