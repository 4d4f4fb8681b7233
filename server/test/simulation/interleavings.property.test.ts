import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Act, callers, poolSizes } from './acts.ts'
import { ask, bodyOf, openCaller, type Sent } from './caller.ts'
import type { Final } from './books.ts'
import { checkLaws } from './laws.ts'
import { openSandbox, type Sandbox } from './processes.ts'
import { setStage, type Stage } from './stage.ts'

const seed = Number(process.env.SIMULATION_SEED ?? Date.now() % 1_000_000_000)
const numRuns = Number(process.env.SIMULATION_RUNS ?? 4)
const PROCESSES = 3

/** Plays the callers beside each other, lets everything come to its end, and checks the laws. */
async function play(acts: readonly Act[][], poolSize: number): Promise<void> {
  // Overdue trades are closed out after the simulation: the laws know only trades that a caller has booked.
  const settings = { FORWARD_GRACE_HOURS: '720' }
  const sandbox = await openSandbox({ processes: PROCESSES, poolSize, settings })
  try {
    const stage = await setStage(sandbox)
    const all = acts.map((_, i) => openCaller(sandbox, stage, `caller-${i}`))
    await Promise.all(all.map((caller, i) => caller.performAll(acts[i]!)))
    const sent = [...all.flatMap((caller) => caller.sent), ...(await bringToAnEnd(sandbox, stage))]
    tally(sent, await checkLaws(sandbox, stage, sent))
  } catch (error) {
    console.error(sandbox.complaints.join('\n')) // why, in the words of the processes
    throw error
  } finally {
    await sandbox.close()
  }
}

/** Funds some of the waiting items, then moves ten days: all others settle, complete, are rejected or stay held. */
async function bringToAnEnd({ processes, db }: Sandbox, { accounts }: Stage): Promise<Sent[]> {
  const sent: Sent[] = []
  const send = async (kind: Sent['kind'], command: Omit<Sent, 'kind' | 'answer'>) =>
    sent.push({ ...command, kind, answer: await ask(processes[sent.length % PROCESSES]!, command) })
  for (const who of ['rm', 'abs'] as const) {
    for (const currency of ['EUR', 'USD', 'GBP']) {
      for (const accountId of accounts[who][currency]!) {
        const body = { accountId, currency, amount: '90000000.00' }
        await send('inbound', { who, path: '/v1/sandbox/inbound-payments', body, key: `end-${accountId}` })
      }
    }
  }
  await send('step', { who: 'rm', path: '/v1/sandbox/clock', body: { advance: 'P10D' }, key: 'ten days' })
  const workLeft = async () =>
    (await db.pool.query(`select kind, last_error from due_work where kind <> 'trade.closeOut'`)).rows
  await expect.poll(workLeft, { timeout: 60_000 }).toEqual([])
  return sent
}

/** Outcomes by kind and response: runs with nothing but rejections would prove little. */
const seen = new Map<string, number>()

function tally(sent: readonly Sent[], finals: ReadonlyMap<string, Final>): void {
  const states = [...finals].flatMap(([id, { history = [] }]) => {
    return (history as { status: string }[]).map(({ status }) => `${id.slice(0, 3)} was ${status}`)
  })
  const answers = sent.map(({ kind, answer }) => {
    return answer.status < 400 ? `${kind} ${answer.status}` : `${kind} ${answer.status} ${bodyOf(answer).code}`
  })
  for (const name of [...states, ...answers]) seen.set(name, (seen.get(name) ?? 0) + 1)
}

test(
  `for any concurrent requests to several processes books and responses agree (SIMULATION_SEED=${seed})`,
  async () => {
    await fc.assert(fc.asyncProperty(callers, poolSizes, play), {
      seed,
      numRuns,
      timeout: 180_000, // a run that waits for ever is a failure like any other
      interruptAfterTimeLimit: 45_000 + numRuns * 6000,
    })
    if (process.env.SIMULATION_RUNS) console.log(Object.fromEntries([...seen].sort()))
    for (const what of ['transfer 201', 'payment 201', 'trade 201', 'inbound 201'])
      expect(seen.get(what)).toBeGreaterThan(0)
  },
  400_000 + numRuns * 7000,
)
