import { expect } from 'vitest'
import { addDays } from '../../src/kernel/values/days.ts'
import { formatAmount } from '../../src/kernel/values/money.ts'
import type { Act, Deal, Pay } from './acts.ts'
import type { Answer, Command, Sandbox, ServerProcess, Who } from './processes.ts'
import { type Stage, verified } from './stage.ts'

/** Object created by a command: its wire id, and where it can be read. */
export const MADE = {
  transfer: { id: 'internalAccountTransferId', path: '/v1/internal-account-transfers' },
  payment: { id: 'paymentId', path: '/v1/payments' },
  trade: { id: 'tradeId', path: '/v1/fx/trades' },
  inbound: { id: 'inboundPaymentId', path: undefined },
} as const
export type Kind = keyof typeof MADE | 'quote' | 'step'

/** A command with its final answer. */
export interface Sent extends Command {
  kind: Kind
  answer: Answer
}

export type Body = Record<string, unknown> & { code?: string }
export const bodyOf = ({ text }: Answer): Body => JSON.parse(text) as Body

/** One client of the service: does one thing after the other, each through the processes that the act names. */
export function openCaller(sandbox: Sandbox, stage: Stage, name: string) {
  const { processes, entityIds } = sandbox
  const sent: Sent[] = []
  let count = 0
  const process = (number: number) => processes[number % processes.length]!

  /** Sends a command in the act's manner, checks that its responses agree, and returns the response. */
  async function send(kind: Kind, act: Pick<Act, 'via' | 'manner' | 'isRehearsed'>, command: Command): Promise<Answer> {
    const { via, manner } = act
    const isKeyed = manner !== 'unkeyed'
    const whole = isKeyed ? { ...command, key: `${name}-${count++}` } : command
    if (act.isRehearsed && DRY_RUNS.has(kind)) await rehearse(process(via), kind, command)
    const answers = manner === 'twice' ? [0, 1] : [0]
    const [answer, ...others] = await Promise.all(answers.map((i) => ask(process(via + i), whole)))
    if (manner === 'again') others.push(await ask(process(via + 1), whole))
    if (isKeyed) expectEqual([answer!, ...others])
    sent.push({ ...whole, kind, answer: answer! })
    if (answer!.status === 201) await readElsewhere(process(via + 1), command.who, kind, answer!)
    return answer!
  }

  async function pay(act: Pay & Act): Promise<void> {
    const { who, currency } = act
    const { earliestPaymentDate } = await process(act.via).get<{ earliestPaymentDate: string }>(
      who,
      `/v1/payments/earliest-settlement?currency=${currency}&country=${currency === 'EUR' ? 'DE' : 'GB'}`,
    )
    const body = {
      accountId: stage.accounts[who][currency]![0],
      beneficiaryId: stage.payees[who][currency],
      paymentDate: addDays(earliestPaymentDate, act.later),
      amount: formatAmount(BigInt(act.minor), currency),
      currency,
      reference: act.reference,
      ...(await verified(process(act.via), who, currency)),
    }
    const answer = await send('payment', act, { who, path: '/v1/payments', body })
    const { paymentId } = bodyOf(answer)
    if (answer.status === 201 && act.next !== '-') await step(act, String(paymentId))
  }

  /** A step of a payment's life, asked of another process than made it. */
  async function step({ who, next, via, manner }: Pay & Act, paymentId: string): Promise<void> {
    const isTransition = next === 'Rejected' || next === 'Submitted'
    const path = isTransition ? `/v1/sandbox/payments/${paymentId}/transition` : `/v1/payments/${paymentId}/${next}`
    const by = next === 'approve' || next === 'reject' ? (`${who}Approver` as const) : who
    const command = { who: by, path, ...(isTransition ? { body: { status: next, reasonCode: 'AC01' } } : {}) }
    await send('step', { via: via + 1, manner, isRehearsed: false }, command)
  }

  async function deal(act: Deal & Act): Promise<void> {
    const { who, buy, sell, fixedSide, via } = act
    const dates = await process(via).get<{ spotDate: string }>(
      who,
      `/v1/fx/spot-value-dates?buyCurrency=${buy}&sellCurrency=${sell}`,
    )
    const body = {
      entityId: entityIds[who],
      buyCurrency: buy,
      sellCurrency: sell,
      fixedSide,
      amount: formatAmount(BigInt(act.minor), fixedSide === 'Buy' ? buy : sell),
      ...(act.isSpot ? { valueDate: dates.spotDate } : {}),
    }
    const quote = await send('quote', act, { who, path: '/v1/fx/quotes/spot', body })
    if (quote.status !== 201) return
    const booking = {
      who,
      path: '/v1/fx/trades/spot',
      body: { entityId: entityIds[who], quoteId: bodyOf(quote).quoteId },
    }
    const times = Array.from({ length: act.times }, (_, i) => send('trade', { ...act, via: via + i }, booking))
    const made = (await Promise.all(times)).filter(({ status }) => status === 201)
    expect(made.length, 'trades of one quote').toBeLessThanOrEqual(1)
    if (made[0] && act.settleEarly) await settle(act, String(bodyOf(made[0]).tradeId))
  }

  const settle = ({ who, via, manner }: Deal & Act, tradeId: string) =>
    send(
      'step',
      { via: via + 1, manner, isRehearsed: false },
      {
        who,
        path: `/v1/sandbox/trades/${tradeId}/settle`,
        body: {},
      },
    )

  async function perform(act: Act): Promise<void> {
    switch (act.do) {
      case 'pay':
        return pay(act)
      case 'deal':
        return deal(act)
      case 'pass':
        await send('step', act, { who: 'rm', path: '/v1/sandbox/clock', body: { advance: act.duration } })
        return
      case 'move':
        await send('step', act, {
          who: 'abs',
          path: '/v1/sandbox/market/EURGBP',
          body: { shiftPercent: act.shiftPercent },
        })
        return
      case 'receive':
        await send('inbound', act, { who: act.who, path: '/v1/sandbox/inbound-payments', body: receipt(stage, act) })
        return
      case 'transfer': {
        const [one, other] = stage.accounts.abs[act.currency]!
        const [debitAccountId, creditAccountId] = act.isForth ? [one, other] : [other, one]
        const amount = formatAmount(BigInt(act.minor), act.currency)
        const body = { entityId: entityIds.abs, debitAccountId, creditAccountId, amount }
        await send('transfer', act, { who: 'abs', path: '/v1/internal-account-transfers', body })
      }
    }
  }

  return {
    sent,
    async performAll(acts: readonly Act[]): Promise<void> {
      for (const act of acts) await perform(act)
    },
  }
}

/** Kinds that take `?dryRun=true`. */
const DRY_RUNS = new Set<Kind>(['transfer', 'payment', 'trade'])

const receipt = (stage: Stage, { who, currency, minor, isHeld }: Act & { do: 'receive' }) => ({
  accountId: stage.accounts[who][currency]!.at(-1),
  amount: formatAmount(BigInt(minor), currency),
  currency,
  reference: isHeld ? '#HOLD' : 'Invoice',
})

const PATIENCE_MS = 30_000

/** Asks until the answer is final: the service may say that the first call with a key still runs. */
export async function ask(process: ServerProcess, command: Command): Promise<Answer> {
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    const answer = await process.post(command)
    const { code } = answer.status < 400 ? {} : bodyOf(answer)
    if (code !== 'idempotency_in_progress' || Date.now() > end) return final(command, answer)
  }
}

/** Asks beside a reset: a command that it overtook gets 503 and is repeated with its key, as a client would. */
export async function askBesideReset(process: ServerProcess, command: Command): Promise<Answer> {
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    const answer = await process.post(command)
    const isOvertaken = answer.status === 503 && bodyOf(answer).code === 'database_unavailable'
    if (!isOvertaken || Date.now() > end) return final(command, answer)
  }
}

function final(command: Command, answer: Answer): Answer {
  expect(answer.status, `${command.path} ${JSON.stringify(command.body)}: ${answer.text}`).toBeLessThan(500)
  return answer
}

/** Calls with one key: byte for byte the same answer, and one of them at most is the first. */
export function expectEqual(answers: readonly Answer[]): void {
  const [first, ...others] = answers.map(({ status, text }) => ({ status, text }))
  for (const other of others) expect(other).toEqual(first)
  expect(answers.filter(({ replayed }) => !replayed).length, 'answers that are no replay').toBe(1)
}

/** Checks that a dry run responds like the real command and creates nothing. */
async function rehearse(process: ServerProcess, kind: Kind, command: Command): Promise<void> {
  const answer = await ask(process, { ...command, path: `${command.path}?dryRun=true` })
  if (answer.status !== 200) return
  const shown = bodyOf(answer)
  expect(shown.dryRun).toBe(true)
  const { id, path } = MADE[kind as keyof typeof MADE]
  await expect(process.get(command.who, `${path}/${String(shown[id])}`)).rejects.toThrow('404')
}

/** Checks that every other process can read an object that one process created. */
async function readElsewhere(process: ServerProcess, who: Who, kind: Kind, answer: Answer): Promise<void> {
  if (kind === 'quote' || kind === 'step') return
  const { id, path } = MADE[kind]
  if (path === undefined) return
  const made = bodyOf(answer)[id]
  expect(await process.get<Body>(who, `${path}/${String(made)}`)).toMatchObject({ [id]: made })
}
