import type { Books } from '../model/books.ts'
import { crossOf, type CreditFacts, type Middle, type Term } from '../model/credit.ts'
import { rateOf } from '../model/money.ts'
import type { Page } from '../read/resources.ts'
import type { Party, World } from '../world.ts'

interface TermOnWire {
  termId: string
  facilityId: string
  initialMargin: { percent: string; waived: boolean }
}

/** Reads the inputs of utilisation beside the positions: the terms, and current mid rates from estimates. */
export async function creditFacts(world: World, books: Books): Promise<CreditFacts> {
  const terms = new Map<string, Term>()
  const middles = new Map<string, Middle>()
  for (const facility of books.facilities) {
    const party = world.parties.find(({ entityId }) => entityId === facility.entityId)!
    for (const { termId, initialMargin } of await termsOf(party, facility.facilityId))
      terms.set(termId, {
        termId,
        facilityId: facility.facilityId,
        percent: rateOf(initialMargin.percent),
        isWaived: initialMargin.waived,
      })
    for (const currency of new Set(party.accounts.map((account) => account.currency))) {
      if (currency === facility.currency) continue
      const middle = await middleOf(party, currency, facility.currency)
      if (middle) middles.set(`${currency} ${facility.currency}`, middle)
    }
  }
  const termOf = (tradeId: string) => {
    const facts = books.trades.get(tradeId)?.forward
    return facts && { facilityId: facts.facilityId, termId: facts.creditTermId }
  }
  return { terms, middles, termOf }
}

const termsOf = async ({ maker, entityId }: Party, facilityId: string): Promise<TermOnWire[]> =>
  (await maker.get<Page<TermOnWire>>(`/v1/credit/facilities/${facilityId}/terms?entityId=${entityId}&limit=100`)).data

/** The spot middle; between two currencies other than dollars, by those of each in dollars. */
async function middleOf(party: Party, currency: string, other: string): Promise<Middle | undefined> {
  if (currency === 'USD' || other === 'USD') return dollarMiddle(party, currency, other)
  const one = await dollarMiddle(party, currency, 'USD')
  const two = await dollarMiddle(party, other, 'USD')
  return one && two && crossOf(currency, one, other, two)
}

async function dollarMiddle({ maker }: Party, currency: string, other: string): Promise<Middle | undefined> {
  const sides = `sellCurrency=${currency}&buyCurrency=${other}`
  const { spotDate } = await maker.get<{ spotDate: string }>(`/v1/fx/spot-value-dates?${sides}`)
  const query = `${sides}&fixedSide=Sell&amount=1000&valueDate=${spotDate}`
  const { status, bytes } = await maker.read(`/v1/fx/quotes/estimate?${query}`)
  if (status !== 200) return undefined
  const { mid, currencyPair } = JSON.parse(bytes.toString()) as { mid: string; currencyPair: string }
  return { base: currencyPair.split('/')[0]!, rate: rateOf(mid) }
}
