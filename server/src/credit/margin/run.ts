import type { Act } from '../../kernel/values/act.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { Decimal, formatRate } from '../../kernel/values/rates.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { parsePair } from '../../fx/calendar/index.ts'
import type { PriceSources } from '../../fx/pricing/index.ts'
import {
  eachExposure,
  endedAmong,
  type Exposure,
  type FacilityRow,
  lockFacility,
  type TermRow,
  termsOf,
  usageFacts,
  wantedBy,
} from '../facilities/index.ts'
import { createValuer, keepSnapshot, rateMovePercent, type StoredSnapshot, type Valuer } from '../valuation/index.ts'
import { deadline, issueCall, issueDealCalls, withdrawCall } from './calls.ts'
import { awaitCalls, collectingAccount } from './collection.ts'
import { closeMetCalls, releaseMargin } from './initial.ts'
import { type CallRow, ensureMargin, findMargin, heldMargins, type MarginRow, NET, openCalls } from './queries.ts'
import { adversePercent, type Risk, variationTerms, type VariationTerms } from './variation/required.ts'
import { marginStep } from './variation/step.ts'

export interface RunDeps {
  sources: PriceSources
}

/** Result of a run. */
export interface RunResult {
  facilityId: string
  snapshotId: string | null
  issued: CallRow[]
  /** Calls that were withdrawn, or whose margin went back. */
  released: CallRow[]
  /** Variation margin released, in the facility's currency. */
  releasedMinor: bigint
}

/** All that a run decides from. */
interface Facts {
  facility: FacilityRow
  valuer: Valuer
  snapshot: StoredSnapshot
  /** Variation margin held by trade. */
  held: Map<string, MarginRow>
  /** Initial margin held by trade, in the facility's currency. */
  initial: Map<string, bigint>
  /** Unpaid variation calls by trade. */
  open: Map<string, CallRow[]>
  /** Variation terms by credit term. */
  terms: Map<string, VariationTerms>
  /** Losses that are not paid, in the facility's currency: margin for the net position stays as far as it covers them. */
  unpaidMinor: bigint
  /** Calls that are still to be issued. */
  wanted: Pick<CallRow, 'tradeId' | 'reasonTradeIds' | 'amountMinor' | 'explanation'>[]
}

/**
 * Values a facility's open deals at the current market and adjusts its variation margin: calls missing amounts,
 * releases unneeded ones, and withdraws superseded calls. A second run at the same market does nothing. The facility's
 * row is locked meanwhile.
 */
export async function runMargin(
  tx: Tx,
  deps: RunDeps,
  { entityId, facilityId }: { entityId: string; facilityId: string },
  act: Act,
): Promise<RunResult> {
  const facility = await lockFacility(tx, entityId, facilityId)
  invariant(facility, 'an existing facility is never deleted')
  const result: RunResult = { facilityId, snapshotId: null, issued: [], released: [], releasedMinor: 0n }
  const facts = await gather(tx, deps, facility, act.at)
  if (!facts) return result
  await endCalls(tx, facts, act, result)
  result.snapshotId = facts.snapshot.snapshotId
  await (facility.marginMethod === 'PerTrade' ? stepEachDeal : stepNet)(tx, deps, facts, act, result)
  await awaitCalls(tx, result.issued, act.at)
  return result
}

async function gather(tx: Tx, { sources }: RunDeps, facility: FacilityRow, at: Date): Promise<Facts | undefined> {
  const { entityId, facilityId, currency } = facility
  const usage = await usageFacts(tx, facility)
  if (usage.positions.length === 0 && usage.margins.length === 0) return undefined
  const snapshot = await keepSnapshot(tx, sources, { entityId, ...wantedBy(usage) }, at)
  const valuer = createValuer(snapshot.content, currency)
  const margins = await heldMargins(tx, entityId, facilityId)
  const calls = (await openCalls(tx, entityId, facilityId)).filter(({ kind }) => kind === 'Variation')
  const of = (kind: MarginRow['kind']) => margins.filter((margin) => margin.kind === kind)
  const terms = await termsOf(tx, entityId, facilityId)
  return {
    facility,
    valuer,
    snapshot,
    held: new Map(of('Variation').map((margin) => [margin.tradeId, margin])),
    initial: new Map(
      of('Initial').map((margin) => [margin.tradeId, valuer.convert(margin.heldMinor, margin.currency)]),
    ),
    open: byTrade(calls),
    terms: new Map(terms.map((term: TermRow) => [term.termId, variationTerms(facility, term)])),
    unpaidMinor: usage.unpaid.reduce((sum, each) => sum + valuer.convert(each.amountMinor, each.currency), 0n),
    wanted: [],
  }
}

function byTrade(calls: CallRow[]): Map<string, CallRow[]> {
  const groups = new Map<string, CallRow[]>()
  for (const call of calls) groups.set(call.tradeId, [...(groups.get(call.tradeId) ?? []), call])
  return groups
}

/** Withdraws the calls of finished deals. The module that booked a deal releases its margin once nothing is owed. */
async function endCalls(tx: Tx, facts: Facts, act: Act, result: RunResult): Promise<void> {
  const { entityId } = facts.facility
  const tradeIds = [...new Set([...facts.initial.keys(), ...facts.open.keys()])]
  for (const tradeId of await endedAmong(tx, entityId, tradeIds)) {
    for (const call of facts.open.get(tradeId) ?? []) result.released.push(await withdrawCall(tx, call, act))
    facts.initial.delete(tradeId)
    facts.open.delete(tradeId)
  }
}

async function stepEachDeal(tx: Tx, deps: RunDeps, facts: Facts, act: Act, result: RunResult): Promise<void> {
  const { entityId, facilityId } = facts.facility
  for await (const batch of eachExposure(tx, { entityId, facilityId })) {
    for (const deal of batch) {
      const risk = riskOf(deal, facts.valuer, facts.initial.get(deal.tradeId) ?? 0n)
      const terms = facts.terms.get(deal.termId)!
      const isQuiet = !facts.held.has(deal.tradeId) && !facts.open.has(deal.tradeId)
      if (isQuiet && adversePercent(terms, risk).lt(terms.thresholdPercent)) continue
      const reason = { tradeId: deal.tradeId, reasonTradeIds: [deal.tradeId], words: wordsOf(deal, facts, terms, risk) }
      await step(tx, facts, { terms, risk, ...reason }, act, result)
    }
    await issueWanted(tx, deps, facts, act, result)
  }
}

/** Issues the required calls: those of single deals together, the net position's separately. */
async function issueWanted(tx: Tx, { sources }: RunDeps, facts: Facts, act: Act, result: RunResult): Promise<void> {
  const wanted = facts.wanted.splice(0)
  if (wanted.length === 0) return
  const { entityId, facilityId, currency, dueBusinessDays } = facts.facility
  const dueAt = deadline(sources.calendars, currency, dueBusinessDays, act.at)
  const accountId = await collectingAccount(tx, facts.facility)
  const common = { entityId, facilityId, currency, dueAt, snapshotId: facts.snapshot.snapshotId, accountId }
  const [net] = wanted.filter(({ tradeId }) => tradeId === NET)
  if (net) {
    const key = { entityId, facilityId, kind: 'Variation' as const, tradeId: NET, currency }
    await ensureMargin(tx, key, act.at)
    result.issued.push(await issueCall(tx, { ...common, ...key, ...net }, act))
  } else result.issued.push(...(await issueDealCalls(tx, common, wanted, act)))
}

/** A deal's risk at a market; minor units of the valuer's currency. */
export function riskOf(deal: Exposure, valuer: Valuer, initialHeldMinor: bigint): Risk {
  const { marketForwardRate } = valuer.exit(deal)
  const { mtmMinor, notionalMinor } = valuer.value(deal)
  const move = rateMovePercent(deal.baseSide, new Decimal(deal.contractRate), marketForwardRate)
  return { notionalMinor, mtmMinor, rateMovePercent: move, initialHeldMinor }
}

function wordsOf(deal: Exposure, { valuer, facility }: Facts, terms: VariationTerms, risk: Risk): string {
  const { marketForwardRate, pricedAtDate } = valuer.exit(deal)
  const rate = formatRate(marketForwardRate, parsePair(deal.currencyPair).quoteDp)
  const isOwnDay = pricedAtDate === deal.valueDate
  const day = isOwnDay ? pricedAtDate : `${pricedAtDate}, the day it was priced for,`
  const adverse = formatRate(adversePercent(terms, risk), 2)
  const what =
    terms.basis === 'RateMove'
      ? `The market for ${deal.currencyPair} on ${day} is ${rate}, ${adverse} % against the contract rate ${deal.contractRate}`
      : `The deal in ${deal.currencyPair} for ${deal.valueDate} has lost ${adverse} % of its notional: the market on ${day} is ${rate}`
  const notional = `${facility.currency} ${formatAmount(risk.notionalMinor, facility.currency)}`
  return `${what} (threshold ${terms.thresholdPercent.toFixed()} %); each threshold calls for ${terms.callPercent.toFixed()} % of ${notional}.`
}

/** The deals of a net position that lose the most explain its call; no more are named than these. */
const MOST_REASONS = 100

async function stepNet(tx: Tx, deps: RunDeps, facts: Facts, act: Act, result: RunResult): Promise<void> {
  const { facility, valuer } = facts
  const total: Risk = { notionalMinor: 0n, mtmMinor: 0n, rateMovePercent: new Decimal(0), initialHeldMinor: 0n }
  let losing: { tradeId: string; mtmMinor: bigint }[] = []
  for await (const batch of eachExposure(tx, facility)) {
    for (const deal of batch) {
      const { mtmMinor, notionalMinor } = valuer.value(deal)
      total.mtmMinor += mtmMinor
      total.notionalMinor += notionalMinor
      if (mtmMinor < 0n) losing.push({ tradeId: deal.tradeId, mtmMinor })
    }
    losing = losing.sort((a, b) => (a.mtmMinor < b.mtmMinor ? -1 : 1)).slice(0, MOST_REASONS)
  }
  for (const amount of facts.initial.values()) total.initialHeldMinor += amount
  const terms = variationTerms(facility)
  const reasonTradeIds = losing.map(({ tradeId }) => tradeId)
  const words = netWords(facts, terms, total)
  await step(tx, facts, { terms, risk: total, tradeId: NET, reasonTradeIds, words }, act, result)
  await issueWanted(tx, deps, facts, act, result)
}

function netWords({ facility }: Facts, terms: VariationTerms, risk: Risk): string {
  const money = (minor: bigint) => `${facility.currency} ${formatAmount(minor, facility.currency)}`
  const cover = risk.initialHeldMinor > 0n ? `, ${money(risk.initialHeldMinor)} initial margin is held` : ''
  const what = `The open deals together are worth ${money(risk.mtmMinor)}${cover}`
  if (terms.basis === 'NetMtmAbsolute') {
    return `${what}; the loss beyond ${money(terms.thresholdMinor)} is called for in blocks of ${money(terms.blockMinor)}.`
  }
  const percents = `threshold ${terms.thresholdPercent.toFixed()} %, call ${terms.callPercent.toFixed()} %`
  return `${what}, against a notional of ${money(risk.notionalMinor)} (${percents}).`
}

interface Subject {
  terms: VariationTerms
  risk: Risk
  tradeId: string
  reasonTradeIds: string[]
  words: string
}

async function step(tx: Tx, facts: Facts, subject: Subject, act: Act, result: RunResult): Promise<void> {
  const { entityId } = facts.facility
  const { tradeId, reasonTradeIds } = subject
  const calls = facts.open.get(tradeId) ?? []
  const outstanding = calls.reduce((sum, { outstandingMinor }) => sum + outstandingMinor, 0n)
  const margin = facts.held.get(tradeId)
  const todo = marginStep(subject.terms, subject.risk, margin?.heldMinor ?? 0n, outstanding)
  if (tradeId === NET)
    todo.releaseMinor = todo.releaseMinor > facts.unpaidMinor ? todo.releaseMinor - facts.unpaidMinor : 0n
  if (todo.callMinor > 0n) {
    facts.wanted.push({ tradeId, reasonTradeIds, amountMinor: todo.callMinor, explanation: subject.words })
  }
  if (margin && todo.releaseMinor > 0n) {
    await releaseMargin(tx, margin, todo.releaseMinor, undefined, act)
    result.releasedMinor += todo.releaseMinor
    const left = await findMargin(tx, entityId, tradeId, 'Variation')
    if (left?.heldMinor === 0n) result.released.push(...(await closeMetCalls(tx, margin, act)))
  }
  result.released.push(...(await withdraw(tx, calls, todo.withdrawMinor, act)))
}

/** Withdraws whole calls, newest first, while the rest still covers the need. */
async function withdraw(tx: Tx, calls: CallRow[], unneededMinor: bigint, act: Act): Promise<CallRow[]> {
  const withdrawn: CallRow[] = []
  let left = unneededMinor
  for (const call of calls.toReversed()) {
    if (call.outstandingMinor > left) continue
    left -= call.outstandingMinor
    withdrawn.push(await withdrawCall(tx, call, act))
  }
  return withdrawn
}
