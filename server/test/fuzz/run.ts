import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../crash/chance.ts'
import { fastChance } from './fast-chance.ts'
import { createSeen, type Seen } from './from-schema.ts'
import type { Aimed } from './main-interface.ts'
import { type Hit, openGuns, type Shot } from './send.ts'

/** Something that no input may cause. */
export interface Finding {
  what: string
  /** Times it was seen. */
  count: number
  /** The first request that caused it. */
  example: string
}

/** A listener under fire. */
export interface Front {
  name: string
  /** Share of the requests. */
  weight: number
  aim(chance: Chance, seen: Seen): Aimed | Promise<Aimed>
  /** Returns what is wrong with an answer beside its status. */
  errorsOf(aimed: Aimed, hit: Hit): string[]
}

interface FuzzOptions {
  fronts: readonly Front[]
  ca: string
  requests: number
  seed: string
  /** Requests under way at once. */
  atOnce: number
  /** Renews tokens and journeys, every so many requests. */
  renew: () => Promise<void>
  onProgress?: (line: string) => void
  /** Hears of a finding and its example when it is first seen. */
  onFinding?: (what: string, example: string) => void
  /** Ends the run early; what was sent until then is reported. */
  stop?: AbortSignal
}

export interface FuzzSummary {
  requests: number
  /** Answers by listener and status; 0: none, as the request could not be sent or the connection was closed. */
  statuses: Map<string, number>
  findings: Finding[]
}

const RENEW_EVERY = 2000

/** Fires requests at listeners and collects every answer that is a 500, or differs from the documents. */
export async function fuzz(options: FuzzOptions): Promise<FuzzSummary> {
  const { fronts, requests, seed, atOnce } = options
  const guns = openGuns(options.ca)
  const seen = createSeen()
  const findings = new Map<string, Finding>()
  const statuses = new Map<string, number>()
  const chance = fastChance(seed)
  const shares = fronts.flatMap((front) => Array.from({ length: front.weight }, () => front))
  let sent = 0
  let renewing: Promise<void> | undefined
  const report = (front: string, what: string, shot: Shot, hit: Hit | undefined) => {
    const key = `${front}: ${shot.method} ${what}`
    const known = findings.get(key)
    if (known) known.count++
    else {
      const example = exampleOf(shot, hit)
      findings.set(key, { what: key, count: 1, example })
      options.onFinding?.(key, example)
    }
  }
  const fireOne = async (number: number) => {
    const own = chance.branch(number)
    const front = own.pick(shares)
    const aimed = await front.aim(own, seen)
    try {
      const hit = await guns.fire(aimed.shot)
      const status = `${front.name} ${hit?.status ?? 0}`
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (!hit) return
      seen.add(jsonOf(hit.body))
      const at = aimed.operation?.path ?? aimed.shot.path.split('?', 1)[0]!.slice(0, 80)
      if (isDefect(hit)) report(front.name, `${at} answers ${hit.status}`, aimed.shot, hit)
      for (const error of errorsIn(front, aimed, hit))
        report(front.name, `${at} ${hit.status}: ${error}`, aimed.shot, hit)
    } catch (error) {
      report(front.name, `${aimed.shot.path.slice(0, 80)}: ${(error as Error).message}`, aimed.shot, undefined)
    }
  }
  const soldier = async () => {
    while (sent < requests && !options.stop?.aborted) {
      const number = sent++
      if (number % RENEW_EVERY === 0) renewing = options.renew().finally(() => (renewing = undefined))
      if (renewing) await renewing
      await fireOne(number)
      if (number % 10_000 === 9999) options.onProgress?.(`${number + 1} requests, ${findings.size} findings`)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, soldier))
    await sleep(50) // what the last answers caused is reported too
  } finally {
    guns.close()
  }
  return { requests: sent, statuses, findings: [...findings.values()] }
}

/** A 503 with Retry-After is an answer; any other status from 500 on is a defect. */
const isDefect = ({ status, headers }: Hit): boolean =>
  status >= 500 && !(status === 503 && headers['retry-after'] !== undefined) && status !== 501

function errorsIn(front: Front, aimed: Aimed, hit: Hit): string[] {
  try {
    return aimed.shot.method === 'HEAD' ? [] : front.errorsOf(aimed, hit)
  } catch (error) {
    return [`cannot be read: ${(error as Error).message}`]
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function exampleOf({ method, path, headers, body }: Shot, hit: Hit | undefined): string {
  const { cookie: _secret, authorization: _token, ...shown } = headers
  const sent = body === undefined ? '' : ` ${body.toString().slice(0, 1500)}`
  const answer = hit ? `\n    ${hit.status} ${hit.body.slice(0, 300)}` : ''
  return `${method} ${path.slice(0, 800)} ${JSON.stringify(shown)}${sent}${answer}`
}
