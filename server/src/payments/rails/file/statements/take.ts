import { type Db, inTransaction, type Tx } from '../../../../kernel/db/db.ts'
import { mayPassLater } from '../../../../kernel/db/connection-loss.ts'
import type { Clock } from '../../../../kernel/values/clock.ts'
import { formatAmount } from '../../../../kernel/values/money.ts'
import type { UnreadableItem } from '../items.ts'
import type { FileItem } from '../messages.ts'
import type { StatementItem, StatementLineItem } from './items.ts'

export type Statement = Omit<StatementItem, 'type'>
export type StatementLine = Omit<StatementLineItem, 'type' | 'reference'>

/** Stores statements of one bank. */
export interface StatementStore {
  /**
   * Stores a statement without its lines. Returns its id if lines are to follow: it is new, or its file was not read to the end. Known:
   * all of it is stored. Contradictory: a statement with this identification has other contents.
   */
  begin(tx: Tx, statement: Statement, at: Date): Promise<{ statementId: string } | 'Known' | { contradicts: string }>
  /** Stores lines of a statement; those that are stored already stay. */
  add(tx: Tx, statementId: string, lines: readonly StatementLine[]): Promise<void>
  /** Marks a statement whose lines are all stored: it is reconciled from now on. */
  complete(tx: Tx, statementId: string): Promise<void>
}

interface StatementDeps {
  db: Db
  clock: Clock
  statements: StatementStore
  /** Puts an item on the operator's work list. Returns its outcome. */
  reject: (item: UnreadableItem) => Promise<string>
}

/** Result of a statement, as the inbox lists it; lines have none. */
interface StatementResult {
  reference: string
  outcome: string
}

/** Takes the items of one file of statements page by page; each page of lines is a transaction. */
interface StatementTaker {
  take(items: readonly FileItem[]): Promise<StatementResult[]>
}

/** Returns the taker of one file. A statement that is known or was rejected has its lines skipped. */
export function createStatementTaker(deps: StatementDeps): StatementTaker {
  let current: { statementId: string; left: number } | undefined

  async function addLines(items: readonly StatementLineItem[]): Promise<void> {
    if (!current || items.length === 0) return
    const { statementId } = current
    const left = (current.left -= items.length)
    await inTransaction(deps.db, async (tx) => {
      await deps.statements.add(tx, statementId, items)
      if (left === 0) await deps.statements.complete(tx, statementId)
    })
  }

  async function begin(item: StatementItem): Promise<StatementResult> {
    current = undefined
    const { reference } = item
    try {
      const found = await inTransaction(deps.db, async (tx) => {
        const begun = await deps.statements.begin(tx, item, deps.clock.now())
        if (typeof begun === 'object' && 'statementId' in begun && item.lines === 0)
          await deps.statements.complete(tx, begun.statementId)
        return begun
      })
      if (found === 'Known') return { reference, outcome: 'known already' }
      if ('contradicts' in found) return await rejected(item, found.contradicts)
      current = { statementId: found.statementId, left: item.lines }
      return { reference, outcome: `statement stored: ${item.lines} line(s), ${shownBalance(item)}` }
    } catch (error) {
      if (mayPassLater(error)) throw error
      return rejected(item, (error as Error).message)
    }
  }

  async function rejected(item: StatementItem, why: string): Promise<StatementResult> {
    const { reference, digest } = item
    const text = `${shownBalance(item)} on ${item.closingDay}, ${item.lines} line(s), contents ${digest.slice(0, 16)}`
    return { reference, outcome: await deps.reject({ type: 'Unreadable', reference, why, text }) }
  }

  return {
    async take(items) {
      const results: StatementResult[] = []
      let lines: StatementLineItem[] = []
      for (const item of items) {
        if (item.type === 'StatementLine') {
          lines.push(item)
          continue
        }
        await addLines(lines)
        lines = []
        if (item.type === 'Statement') results.push(await begin(item))
        else if (item.type === 'Unreadable') {
          current = undefined
          results.push({ reference: item.reference, outcome: await deps.reject(item) })
        }
      }
      await addLines(lines)
      return results
    },
  }
}

const shownBalance = ({ closingMinor, currency }: StatementItem) =>
  `closing balance ${formatAmount(closingMinor, currency)} ${currency}`
