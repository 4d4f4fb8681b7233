import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from '../../crash/chance.ts'
import { creditNotification, paymentReturn, statusReport } from './messages.ts'

/** Bank connected by files: it reads the outbox and answers into the inbox, now or on a later day. */
export interface FileBank {
  directory: string
  /** Collects new payments and decides the outcome of each. */
  collect(chance: Chance): void
  /** Writes the due answers. Each turn brings later answers nearer. */
  answer(chance: Chance): void
  /** Writes credits for accounts into one file. @returns their references */
  notify(chance: Chance, credits: readonly { iban: string; amount: string; currency: string }[]): void
  /** Waits until the server has read all written files. */
  settled(): Promise<void>
}

/** Answer written a number of turns after the payment was collected. */
interface Answer {
  turns: number
  text: string
}

const SETTINGS = {
  format: 'pacs.008',
  name: 'Example Payments Ltd',
  bic: 'EXPLGB2LXXX',
  bankBic: 'BANKGB2LXXX',
  pollSeconds: 1,
}
const PATIENCE_MS = 20_000

export function openFileBank(directory: string): FileBank {
  for (const folder of ['', 'outbox', 'sent', 'inbox', 'done', 'failed'])
    mkdirSync(path.join(directory, folder), { recursive: true })
  writeFileSync(path.join(directory, 'rail.json'), JSON.stringify(SETTINGS))
  const waiting: Answer[] = []
  let count = 0
  const id = () => `BANK-${++count}`

  /** Writes a file that appears under its name only when complete. */
  function write(text: string): void {
    const name = `answer-${String(++count).padStart(6, '0')}.xml`
    writeFileSync(path.join(directory, 'inbox', `.${name}`), text)
    renameSync(path.join(directory, 'inbox', `.${name}`), path.join(directory, 'inbox', name))
  }

  return {
    directory,
    collect(chance) {
      for (const name of readdirSync(path.join(directory, 'outbox')).filter((each) => each.endsWith('.xml'))) {
        const file = path.join(directory, 'outbox', name)
        const text = readFileSync(file, 'utf8')
        renameSync(file, path.join(directory, 'sent', name))
        const uetr = /<UETR>(.*?)<\/UETR>/.exec(text)?.[1]
        const [, currency, amount] = /<IntrBkSttlmAmt Ccy="([A-Z]{3})">([\d.]+)</.exec(text) ?? []
        if (uetr && currency && amount) waiting.push(...fateOf(chance.branch(uetr), { id, uetr, currency, amount }))
      }
    },
    answer(chance) {
      for (const answer of waiting) answer.turns--
      for (const answer of waiting.filter(({ turns }) => turns <= 0)) {
        write(answer.text)
        if (chance.happens(8)) write(answer.text) // the same message twice
        waiting.splice(waiting.indexOf(answer), 1)
      }
    },
    notify(chance, credits) {
      const entries = credits.map((credit) => ({ ...credit, reference: `LINE-${chance.int(1, 10 ** 9)}` }))
      const text = creditNotification(id(), entries)
      write(text)
      if (chance.happens(20)) write(text)
    },
    async settled() {
      const isEmpty = () => !readdirSync(path.join(directory, 'inbox')).some((name) => !name.startsWith('.'))
      for (const end = Date.now() + PATIENCE_MS; !isEmpty(); await sleep(50))
        if (Date.now() > end) throw new Error(`the server leaves files in ${directory}/inbox`)
      const failed = path.join(directory, 'failed')
      const unread = existsSync(failed) ? readdirSync(failed) : []
      if (unread.length > 0) throw new Error(`the server could not read ${unread.join(', ')}`)
    },
  }
}

interface Taken {
  id: () => string
  uetr: string
  currency: string
  amount: string
}

/**
 * Draws the outcome of a payment: most settle; some late, rejected, returned in parts, or reported in contradiction.
 */
function fateOf(chance: Chance, { id, uetr, currency, amount }: Taken): Answer[] {
  const status = (turns: number, code: string, reason?: string) => ({
    turns,
    text: statusReport(id(), uetr, code, reason),
  })
  const back = (turns: number, part: string) => ({ turns, text: paymentReturn(id(), uetr, part, currency) })
  const turns = chance.happens(70) ? 1 : chance.int(2, 9)
  const settled = status(turns, 'ACSC')
  const drawn = chance.int(1, 100)
  if (drawn <= 50) return chance.happens(40) ? [status(1, 'ACSP'), settled] : [settled]
  if (drawn <= 58) return [settled, status(turns + 1, 'ACCC')]
  if (drawn <= 68) return [status(turns, 'RJCT', 'AC04')]
  if (drawn <= 76) return [settled, back(turns + 2, amount)]
  if (drawn <= 84) return [settled, ...inParts(amount).map((part, i) => back(turns + 2 + i, part))]
  if (drawn <= 88) return [settled, back(turns + 1, inParts(amount)[0]!)]
  if (drawn <= 92) return [status(turns, 'RJCT', 'AC04'), status(turns + 1, 'ACSC')]
  if (drawn <= 95) return [settled, status(turns + 1, 'RJCT', 'AC06')]
  if (drawn <= 97) return [back(turns, amount), status(turns + 1, 'ACSC')]
  return [] // the bank never says a word
}

/** Sixty per cent and the rest, with the decimals of the amount. */
function inParts(amount: string): string[] {
  const [whole = '0', fraction = ''] = amount.split('.')
  const minor = BigInt(whole + fraction)
  const first = (minor * 6n) / 10n
  const text = (part: bigint) => {
    const digits = `${part}`.padStart(fraction.length + 1, '0')
    return fraction === '' ? digits : `${digits.slice(0, -fraction.length)}.${digits.slice(-fraction.length)}`
  }
  return first > 0n ? [text(first), text(minor - first)] : [amount]
}
