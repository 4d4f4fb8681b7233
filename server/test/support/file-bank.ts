import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { afterAll } from 'vitest'
import type { Db } from '../../src/kernel/db/db.ts'
import { openBanks } from '../../src/payments/bank-files/bank-files.ts'
import { statementStoreOf } from '../../src/payments/bank-statements/index.ts'
import type { RailPort } from '../../src/payments/rails/index.ts'
import { createScreening } from '../../src/screening/index.ts'
import { openPayments } from './payment-service.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const document = (name: string, body: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${name}">${body}</Document>`

/** A pacs.002 with one status of a payment. */
export const statusFile = (uetr: string, code: string, id: string) =>
  document(
    'pacs.002.001.10',
    `<FIToFIPmtStsRpt><GrpHdr><MsgId>${id}</MsgId></GrpHdr><TxInfAndSts><OrgnlUETR>${uetr}</OrgnlUETR><TxSts>${code}</TxSts></TxInfAndSts></FIToFIPmtStsRpt>`,
  )

/** A pacs.004 with one return. */
export const returnFile = (uetr: string, id: string, amount: string) =>
  document(
    'pacs.004.001.09',
    `<PmtRtr><GrpHdr><MsgId>R</MsgId></GrpHdr><TxInf>${id && `<RtrId>${id}</RtrId>`}<OrgnlUETR>${uetr}</OrgnlUETR><RtrdIntrBkSttlmAmt Ccy="GBP">${amount}</RtrdIntrBkSttlmAmt></TxInf></PmtRtr>`,
  )

/** A camt.054 with entries. */
export const notificationFile = (id: string, entries: string) =>
  document(
    'camt.054.001.08',
    `<BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>M-${id}</MsgId></GrpHdr><Ntfctn><Id>${id}</Id><Acct><Id><Othr><Id>1</Id></Othr></Id></Acct>${entries}</Ntfctn></BkToCstmrDbtCdtNtfctn>`,
  )

interface Entry {
  direction?: 'CRDT' | 'DBIT'
  amount: string
  /** Elements of the entry, for example AcctSvcrRef. */
  head?: string
  /** Contents of the one TxDtls; absent without any. */
  details?: string
}

/** A booked entry in pounds. */
export const entryOf = ({ direction = 'CRDT', amount, head = '', details }: Entry) =>
  `<Ntry><Amt Ccy="GBP">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>${head}${details === undefined ? '' : `<NtryDtls><TxDtls>${details}</TxDtls></NtryDtls>`}</Ntry>`

/** Payments of an entity through a bank that is connected by files. */
export async function openFileBank(db: Db) {
  const directory = temporaryDirectory()
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  const settings = { format: 'pacs.008', name: 'Cambist', bic: 'CMBTDEFF', bankBic: 'DEUTDEFF' }
  writeFileSync(path.join(directory, 'rail.json'), JSON.stringify(settings))
  const later: { rail?: RailPort } = {}
  const service = await openPayments(db, 'RM', { rail: { submit: (...call) => later.rail!.submit(...call) } })
  const [bank] = await openBanks([directory], {
    db,
    clock: service.deps.clock,
    screening: createScreening(0.88),
    log: pino({ level: 'silent' }),
    statementsOf: statementStoreOf,
  })
  later.rail = bank!.adapter.port
  await service.fund('GBP', 10_000_00n)
  await service.settle()
  let count = 0
  /** Reads one file of the bank and what it makes due. @returns the outcome of each item */
  async function take(xml: string): Promise<string[]> {
    const name = `${String(++count).padStart(4, '0')}.xml`
    writeFileSync(path.join(directory, 'inbox', name), xml)
    await bank!.poll()
    await service.advance(1000)
    const { results } = JSON.parse(readFileSync(path.join(directory, 'done', `${name}.result.json`), 'utf8'))
    return (results as { outcome: string }[]).map(({ outcome }) => outcome)
  }
  /** Makes a payment in pounds that the bank has settled. */
  async function settled(amount: string, change: object = {}) {
    const { body } = await service.create({ amount, ...change }, 'GBP')
    await service.settle()
    await take(statusFile(body.uetr, 'ACSC', `S-${body.uetr}`))
    return service.read(body.paymentId)
  }
  return {
    service,
    directory,
    poll: () => bank!.poll(),
    take,
    settled,
    /** IBAN of the account in pounds. */
    async iban(): Promise<string> {
      const query = `select iban from accounts where entity_id = $1 and currency = 'GBP'`
      return (await db.pool.query(query, [service.entityId])).rows[0].iban
    },
    balance: async () => (await service.balance('GBP')).balance,
    /** Reports and entries that wait for an operator. */
    async listed() {
      const query = `select kind, direction, amount_minor as amount, explanation from contradictory_reports
        where status = 'Open' order by reported_at, contradiction_id`
      return (await db.pool.query(query)).rows
    },
  }
}
