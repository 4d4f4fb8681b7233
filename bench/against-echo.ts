import type { BenchContext } from './context.ts'
import { httpRequest, type LoadResult, median, runLoad } from './load.ts'
import type { Figure } from './report.ts'

const CONNECTIONS = 64
/** Loads before measurement: a slow processor needs several seconds to compile the code. */
export const WARM_ROUNDS = 3

/** A request of ours that is compared with a bare echo of answers of the same size. */
export interface EchoCase {
  name: string
  /** Name of the sample in the echo server. */
  sample: string
  method: 'GET' | 'POST'
  path: () => string
  headers: Record<string, string>
  body?: string
  expected: number
  /** Makes requests that are used once; undefined when there are no more. The others are an example for the echo. */
  request?: () => string | undefined
  /** Called before each load. */
  prepare?: () => Promise<void>
}

/** Loads of one case and of the echo, by rounds. */
export interface Comparison {
  name: string
  results: LoadResult[]
  limits: LoadResult[]
}

/** Measures a case and the echo in turn. @throws Error at an answer with another status than expected */
export async function compareWithEcho(context: BenchContext, each: EchoCase): Promise<Comparison> {
  const { server, echo, rounds, seconds } = context
  await teachEcho(context, each)
  const echoed = httpRequest(each.method, `/like/${each.sample}`, each.headers, each.body)
  const run = (port: number, request: () => string | undefined) =>
    runLoad({ port, connections: CONNECTIONS, seconds, request })
  const same = () => httpRequest(each.method, each.path(), each.headers, each.body)
  const ours = async () => {
    await each.prepare?.()
    return run(server.port, each.request ?? same)
  }
  for (let i = 0; i < WARM_ROUNDS; i++) await ours()
  const [limits, results]: [LoadResult[], LoadResult[]] = [[], []]
  for (let round = 1; round <= rounds; round++) {
    context.progress(`${each.sample}, round ${round} of ${rounds}`)
    limits.push(await run(echo.port, () => echoed))
    results.push(checked(each.name, await ours(), each.expected))
  }
  return { name: each.name, results, limits }
}

/** Returns the load's result if all responses were as expected. @throws Error with the unexpected response */
export function checked(name: string, result: LoadResult, expected: number): LoadResult {
  const { statuses } = result
  if (Object.keys(statuses).some((status) => Number(status) !== expected))
    throw new Error(`${name}: ${JSON.stringify(statuses)}`)
  return result
}

/** "1,234/s", the median. */
export const perSecond = (of: LoadResult[]): string =>
  `${Math.round(median(of.map((result) => result.perSecond))).toLocaleString('en')}/s`

/** The median p99 in milliseconds: "12.3". */
export const p99 = (of: LoadResult[]): string => median(of.map((result) => result.p99)).toFixed(1)

/** Answers a second as a share of the echo's. */
export function throughputFigure({ name, results, limits }: Comparison, floor?: number, goal?: number): Figure {
  return {
    name: `${name}, of the echo`,
    value: median(results.map((result, i) => result.perSecond / limits[i]!.perSecond)),
    unit: 'ratio',
    ...(floor === undefined ? {} : { floor }),
    ...(goal === undefined ? {} : { goal }),
    note: `${perSecond(results)} of ${perSecond(limits)}; p99 ${p99(results)} ms against ${p99(limits)} ms`,
  }
}

/** The p99 as a multiple of the echo's. */
export const latencyFigure = ({ name, results, limits }: Comparison): Figure => ({
  name: `p99 of ${name.charAt(0).toLowerCase()}${name.slice(1)}, against the echo’s`,
  value: median(results.map((result, i) => result.p99 / limits[i]!.p99)),
  unit: 'times',
  note: `${p99(results)} ms against ${p99(limits)} ms, ${CONNECTIONS} connections`,
})

/** Makes the echo server answer like the service, so that both send the same number of bytes. */
async function teachEcho({ server, echo }: BenchContext, each: EchoCase): Promise<void> {
  const { headers } = each
  const json = { 'content-type': 'application/json' }
  const init =
    each.body === undefined ? { headers } : { method: each.method, headers: { ...headers, ...json }, body: each.body }
  const answer = await fetch(`http://127.0.0.1:${server.port}${each.path()}`, init)
  const body = await answer.text()
  if (answer.status !== each.expected) throw new Error(`${each.name}: ${answer.status} ${body}`)
  await fetch(`http://127.0.0.1:${echo.port}/samples/${each.sample}`, { method: 'POST', headers: json, body })
}
