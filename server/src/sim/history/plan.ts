import { type Calendars, isOpen } from '../../fx/calendar/index.ts'
import { addDays, type Day, weekdayOf } from '../../kernel/values/days.ts'
import { parseAmount } from '../../kernel/values/money.ts'
import type { Distribution, Line, Outgoing, Payer, Receipt, Schedule, Script } from './script.ts'

/** An account at the sandbox's start. */
interface PlannedAccount {
  name: string
  currency: string
  /** Balance at the start, in minor units. */
  targetMinor: bigint
}

interface Movement {
  /** Name of the account. */
  account: string
  day: Day
  amountMinor: bigint
  reference: string
}

export interface PlannedReceipt extends Movement {
  kind: 'receipt'
  from: Payer
}

export interface PlannedPayment extends Movement, Pick<Outgoing, 'to' | 'purposeCode' | 'chargeBearer'> {
  kind: 'payment'
  /** Account that covers it, with its fee, by a transfer of the same day. */
  coveredBy?: string
}

export type PlannedMovement = PlannedReceipt | PlannedPayment

/**
 * Plans the movements of an entity from a day to another, both inclusive, on business days of each account's currency, in
 * the order of their days. The same period gives the same movements. Counted back from the balance at the start, an account
 * never falls below a quarter of it: a receipt that would have it is left out.
 */
export function planHistory(
  script: Script,
  accounts: readonly PlannedAccount[],
  period: { from: Day; to: Day; calendars: Calendars },
): PlannedMovement[] {
  const currencies = new Map(accounts.map(({ name, currency }) => [name, currency]))
  const movements = script.lines
    .flatMap((line) => occurrences(line, currencies.get(line.account)!, period))
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  return accounts.reduce((left, account) => withoutExcess(left, account), movements)
}

function occurrences(line: Line, currency: string, period: { from: Day; to: Day; calendars: Calendars }) {
  const days = businessDays(currency, period)
  const random = numbersFrom(`${line.account} ${line.kind} ${line.reference}`)
  const first = 1000 + Math.floor(random() * 8000)
  return daysOf(line.on, days).flatMap((day, n) =>
    movementsOf(line, n).map((own) => {
      const reference = line.reference.replace('{n}', String(first + 3 * n)).replace('{month}', day.slice(0, 7))
      return { ...own, account: line.account, day, amountMinor: amountOf(line, currency, random()), reference }
    }),
  )
}

/** Returns the other parties of a line's n-th occurrence: one, or each payee of a distribution. */
function movementsOf(
  line: Line,
  n: number,
): (Omit<PlannedReceipt, keyof Movement> | Omit<PlannedPayment, keyof Movement>)[] {
  if (line.kind === 'receipt') return [{ kind: 'receipt', from: payerOf(line, n) }]
  if (line.kind === 'distribution') return line.to.map((to) => paidBy(line, to))
  const { to, purposeCode, chargeBearer } = line
  return [{ kind: 'payment', to, ...(purposeCode && { purposeCode }), ...(chargeBearer && { chargeBearer }) }]
}

const payerOf = ({ from }: Receipt, n: number): Payer => from[n % from.length]!

const paidBy = ({ coveredBy }: Distribution, to: string) => ({ kind: 'payment' as const, to, coveredBy })

/** Returns an amount between the line's bounds; `share` is 0 to 1. Fixed amounts have no other. */
function amountOf({ amount: [least, most] }: Line, currency: string, share: number): bigint {
  const [low, high] = [least, most].map((major) => parseAmount(String(major), currency)) as [bigint, bigint]
  return low + BigInt(Math.floor(Number(high - low) * share))
}

/** Payments near the end of a calendar would arrive on days whose holidays are not known. */
const MOST_DAYS_TO_ARRIVE = 14

/** Business days of a currency in a period, as far as its holidays and those of the arrival are known. */
function businessDays(currency: string, { from, to, calendars }: { from: Day; to: Day; calendars: Calendars }): Day[] {
  const known = calendars.coverage(currency)
  const days: Day[] = []
  if (!known) return days
  const end = addDays(known.toDay, -MOST_DAYS_TO_ARRIVE)
  const last = to < end ? to : end
  for (let day = from > known.fromDay ? from : known.fromDay; day <= last; day = addDays(day, 1))
    if (weekdayOf(day) <= 5 && isOpen(calendars, currency, day)) days.push(day)
  return days
}

function daysOf(on: Schedule, days: readonly Day[]): Day[] {
  if ('everyDays' in on) return days.filter((_, i) => i >= on.from && (i - on.from) % on.everyDays === 0)
  const months = [...new Set(days.map((day) => day.slice(0, 7)))]
  const wanted = months.map((month) => `${month}-${String(on.dayOfMonth).padStart(2, '0')}`)
  return wanted.flatMap((nominal) => {
    const found = nominal >= (days[0] ?? nominal) ? days.find((day) => day >= nominal) : undefined
    return found === undefined ? [] : [found]
  })
}

/** Leaves out receipts that the balance at the start does not allow for. */
function withoutExcess(movements: readonly PlannedMovement[], account: PlannedAccount): PlannedMovement[] {
  const kept: PlannedMovement[] = []
  let balance = account.targetMinor
  for (const movement of movements.toReversed()) {
    const effect = effectOn(account.name, movement)
    const before = balance - effect
    if (effect > 0n && before < account.targetMinor / 4n) continue
    balance = before
    kept.push(movement)
  }
  return kept.reverse()
}

/** Returns the change of an account's balance by a movement, without fees. Minor units. */
export function effectOn(account: string, movement: PlannedMovement): bigint {
  if (movement.kind === 'receipt') return movement.account === account ? movement.amountMinor : 0n
  const payer = movement.coveredBy ?? movement.account
  return payer === account ? -movement.amountMinor : 0n
}

/** Returns a generator of numbers from 0 to 1, the same for the same text. */
function numbersFrom(text: string): () => number {
  let state = 2166136261
  for (const letter of text) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
