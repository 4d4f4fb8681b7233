import type { Db } from '../../src/kernel/db/db.ts'
import { addDays, type Day, dayOf } from '../../src/kernel/values/days.ts'
import { listBreaks, matchAndReconcile, presentBreak } from '../../src/payments/bank-statements/index.ts'
import { openFileBank } from './file-bank.ts'

interface Given {
  id: string
  /** Balances in units of the currency; negative: overdrawn. */
  opening: string
  closing: string
  day: Day
  sequence?: number
  account?: string
  currency?: string
  entries?: string
  /** Replaces the period. */
  period?: string
  version?: '02' | '08'
}

const balance = (code: string, amount: string, currency: string, day: Day) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount.replace('-', '')}</Amt><CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`

/** One statement of a camt.053. */
export function statementOf(given: Given): string {
  const { id, opening, closing, day, sequence, account = '1', currency = 'GBP', entries = '' } = given
  const period = given.period ?? `<FrToDt><FrDtTm>${day}T00:00:00Z</FrDtTm><ToDtTm>${day}T23:59:59Z</ToDtTm></FrToDt>`
  const number = sequence === undefined ? '' : `<ElctrncSeqNb>${sequence}</ElctrncSeqNb>`
  const own = /^\d+$/.test(account) ? `<Othr><Id>${account}</Id></Othr>` : `<IBAN>${account}</IBAN>`
  return `<Stmt><Id>${id}</Id>${number}<CreDtTm>${day}T23:59:59Z</CreDtTm>${period}<Acct><Id>${own}</Id><Ccy>${currency}</Ccy></Acct>${balance('OPBD', opening, currency, day)}${balance('CLBD', closing, currency, day)}${entries}</Stmt>`
}

/** A camt.053 with statements. */
export const statementFile = (statements: string, version = '08') =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-20T10:00:00Z</CreDtTm></GrpHdr>${statements}</BkToCstmrStmt></Document>`

const raise = (error: unknown) => {
  throw error
}

/** A bank connected by files that also delivers statements. Amounts are pounds on the account "1". */
export async function openStatementBank(db: Db) {
  const bank = await openFileBank(db)
  const { service } = bank
  const today = () => dayOf(service.deps.clock.now())
  /** Compares with the books, `days` from now. */
  const compare = async (days = 0) => {
    const at = new Date(service.deps.clock.now().getTime() + days * 86_400_000)
    await service.settle()
    return matchAndReconcile(db, { at }, undefined, raise)
  }
  return {
    ...bank,
    today,
    day: (offset: number) => addDays(today(), offset),
    compare,
    /** Compares, and returns the breaks. */
    async breaks(days = 0) {
      await compare(days)
      return (await listBreaks(db.pool, 500)).map((row) => presentBreak(row, addDays(today(), days)))
    },
  }
}
