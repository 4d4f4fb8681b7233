import { hash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../kernel/values/clock.ts'
import type { Db, Queryable } from '../../kernel/db/db.ts'
import { refuseHttp } from '../../kernel/http/problems.ts'
import { createSeal } from '../../kernel/values/seal.ts'
import { hashed } from './adapter.ts'
import { isOutage } from './errors/unavailable.ts'
import { pageHeaders } from './pages/layout.ts'

/** The provider's answer to a browser that returns from its journey. */
interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Seconds in which a repeated request gets the same answer: a button pressed twice, a page loaded again. */
const REPEAT_SECONDS = 5
const POLL_MS = 50
/** Headers of an answer that a browser needs. */
const KEPT_HEADERS = ['location', ...Object.keys(pageHeaders())]

interface Deps {
  db: Db
  clock: Clock
}

/**
 * Has one of several equal requests make the answer of a journey: an approval yields one code, however often the browser
 * returns. The others, in any process, get the same answer within a few seconds.
 *
 * @param make makes the answer; an error page is not kept, so that the next request may make the answer
 * @returns undefined if the answer was given before, and its time has passed
 * @throws overloaded if another request has begun and did not end in time
 */
export async function answerOnce(
  { db, clock }: Deps,
  uid: string,
  make: () => Promise<Answer>,
): Promise<Answer | undefined> {
  if (!(await claim())) return repeated()
  try {
    const answer = await make()
    await (answer.status < 400 ? keep(answer) : release()).catch(unlessAway)
    return answer
  } catch (error) {
    await release().catch(unlessAway)
    throw error
  }

  async function claim(): Promise<boolean> {
    const wall = clock.wall()
    const { rowCount } = await db.pool.query({
      name: 'claim-open-banking-answer',
      text: `insert into open_banking_answers as a (journey_hash, claimed_at) values ($1, $2)
        on conflict (journey_hash) do update set claimed_at = excluded.claimed_at
        where a.answered_at is null and a.claimed_at < $3`,
      values: [hashed(uid), wall, secondsAfter(wall, -2 * REPEAT_SECONDS)],
    })
    return rowCount === 1
  }

  async function keep(answer: Answer): Promise<void> {
    const sealed = sealOf(uid).seal(JSON.stringify(answer), 'answer')
    await db.pool.query('update open_banking_answers set answer = $2, answered_at = $3 where journey_hash = $1', [
      hashed(uid),
      sealed,
      clock.wall(),
    ])
  }

  async function release(): Promise<void> {
    await db.pool.query('delete from open_banking_answers where journey_hash = $1 and answered_at is null', [
      hashed(uid),
    ])
  }

  /** Waits for the answer that another request makes. @throws overloaded if it made none: the next request may make it */
  async function repeated(): Promise<Answer | undefined> {
    for (let waitedMs = 0; waitedMs < REPEAT_SECONDS * 1000; waitedMs += POLL_MS) {
      const { rows } = await db.pool.query<{ answer: Buffer | null; answeredAt: Date | null }>(
        'select answer, answered_at as "answeredAt" from open_banking_answers where journey_hash = $1',
        [hashed(uid)],
      )
      const [row] = rows
      if (!row) break
      if (row.answer && row.answeredAt) {
        const isRecent = clock.wall() < secondsAfter(row.answeredAt, REPEAT_SECONDS)
        return isRecent ? (JSON.parse(sealOf(uid).open(row.answer, 'answer')) as Answer) : undefined
      }
      await pause(POLL_MS)
    }
    throw refuseHttp.overloaded({}, { headers: { 'retry-after': '1' } })
  }
}

/** Deletes up to `limit` answers of more than a day ago; returns their number. */
export async function deleteOldAnswers(db: Queryable, wall: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from open_banking_answers where journey_hash in
      (select journey_hash from open_banking_answers where claimed_at < $1 limit $2)`,
    [secondsAfter(wall, -86_400), limit],
  )
  return rowCount ?? 0
}

/**
 * The database went away after the answer was made. The answer is sent nevertheless: the browser has no other way to its code. The
 * claim ends by itself.
 */
function unlessAway(error: unknown): void {
  if (!isOutage(error)) throw error
}

const secondsAfter = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000)

/** Encrypts an answer, which holds a code, under the journey's id; the database knows only the id's hash. */
const sealOf = (uid: string) => createSeal(() => hash('sha256', `answer ${uid}`, 'buffer'))

/** Runs a handler of the raw response and returns what it would have sent. The caller sends it with the returned function. */
export async function captureAnswer(raw: ServerResponse, handle: () => Promise<void>): Promise<Answer> {
  let body = ''
  const held = raw as unknown as { end?: unknown }
  held.end = (chunk?: string | Buffer) => {
    body = chunk?.toString() ?? ''
    return raw
  }
  try {
    await handle()
  } finally {
    delete held.end
  }
  const headers = KEPT_HEADERS.flatMap((name) => {
    const value = raw.getHeader(name)
    return value === undefined ? [] : [[name, String(value)] as const]
  })
  return { status: raw.statusCode, headers: Object.fromEntries(headers), body }
}
