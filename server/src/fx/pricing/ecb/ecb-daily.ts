import { parseEcbDaily } from './ecb-daily-file.ts'
import { readFile } from 'node:fs/promises'
import { type Fixing, usdMid } from './ecb.ts'
import type { Leg, MarketData } from '../market-data.ts'

/** Reference rates read from the European Central Bank's daily file: for estimates, never for a firm quote. */
interface EcbDaily extends MarketData {
  /** Reads the file again. A failure leaves the last rates in place, with their age, and is thrown. */
  refresh(): Promise<void>
}

const TIMEOUT_MS = 10_000

/**
 * The daily file, from a path or an http(s) address. Bid, mid and ask are one: a reference rate has no spread.
 *
 * @param read reads the source's text; replaced in tests
 */
export function createEcbDaily(source: string, read: (source: string) => Promise<string> = readSource): EcbDaily {
  let latest: Fixing | undefined
  let legs = new Map<string, Leg>()
  return {
    source: `ECB reference rates (${source})`,
    isDealable: false,
    leg(currency) {
      const known = legs.get(currency)
      const mid = known || !latest ? undefined : usdMid(latest, currency)
      if (mid) legs.set(currency, { bid: mid, mid, ask: mid, asOf: latest!.at })
      return legs.get(currency)
    },
    async refresh() {
      latest = parseEcbDaily(await read(source))
      legs = new Map()
    },
  }
}

async function readSource(source: string): Promise<string> {
  if (!/^https?:\/\//.test(source)) return readFile(source, 'utf8')
  const response = await fetch(source, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`${source} answered ${response.status}`)
  return response.text()
}
