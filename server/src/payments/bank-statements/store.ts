import type { Tx } from '../../kernel/db/db.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import type { BankItem, Statement, StatementLine, StatementStore } from '../rails/index.ts'
import { lines, type StatementRow, statements } from './tables.ts'

/** Returns the store for the statements of a bank. */
export const statementStoreOf = (bank: string): StatementStore => ({
  begin: (tx, statement, at) => begin(tx, bank, statement, at),
  add,
  complete,
})

const insertStatement = statements.insert({
  name: 'insert-bank-statement',
  except: ['isComplete'],
})

async function begin(
  tx: Tx,
  bank: string,
  statement: Statement,
  at: Date,
): Promise<{ statementId: string } | 'Known' | { contradicts: string }> {
  const { account, currency, identification, digest } = statement
  const found = await findStatement(tx, bank, statement)
  if (found?.digest === digest) return found.isComplete ? 'Known' : { statementId: found.statementId }
  if (found?.isComplete) {
    const closing = `${formatAmount(found.closingMinor, currency)} ${currency}`
    return {
      contradicts:
        `A statement with the identification ${identification} was read before with other contents, and the closing balance ${closing}. ` +
        'The earlier one stays in the reconciliation. Ask the bank which one is correct.',
    }
  }
  if (found) await forget(tx, found.statementId)
  const statementId = newUuid()
  await tx.query(
    insertStatement({
      entityId: HOUSE_ENTITY_ID,
      statementId,
      bank,
      account,
      currency,
      identification,
      sequenceNumber: statement.sequence === undefined ? null : BigInt(statement.sequence),
      fromAt: statement.from,
      toAt: statement.to,
      closingDay: statement.closingDay,
      openingMinor: statement.openingMinor,
      closingMinor: statement.closingMinor,
      bookedMinor: statement.bookedMinor,
      lineCount: statement.lines,
      digest,
      readAt: at,
    }),
  )
  return { statementId }
}

/** Returns the stored statement with the identification of another one. One process at a time reads the files of a bank. */
async function findStatement(
  tx: Tx,
  bank: string,
  { account, currency, identification }: Statement,
): Promise<StatementRow | undefined> {
  const { rows } = await tx.query<StatementRow>({
    name: 'find-bank-statement',
    text: `select ${statements.list} from bank_statements
      where entity_id = $1 and bank = $2 and account = $3 and currency = $4 and identification = $5`,
    values: [HOUSE_ENTITY_ID, bank, account, currency, identification],
  })
  return rows[0]
}

/** Deletes a statement whose file was replaced before it was read to the end. */
async function forget(tx: Tx, statementId: string): Promise<void> {
  const values = [HOUSE_ENTITY_ID, statementId]
  await tx.query({
    name: 'forget-bank-statement-lines',
    text: 'delete from bank_statement_lines where entity_id = $1 and statement_id = $2',
    values,
  })
  await tx.query({
    name: 'forget-bank-statement',
    text: 'delete from bank_statements where entity_id = $1 and statement_id = $2',
    values,
  })
}

const insertLines = lines.insertMany({
  name: 'insert-bank-statement-lines',
  except: ['matchId'],
  ending: 'on conflict (entity_id, statement_id, line) do nothing',
})

async function add(tx: Tx, statementId: string, found: readonly StatementLine[]): Promise<void> {
  const rows = found.map((line) => ({
    entityId: HOUSE_ENTITY_ID,
    lineId: newUuid(),
    statementId,
    line: line.line,
    entry: line.entry,
    entryReference: line.entryReference,
    amountMinor: line.amountMinor,
    bookedOn: line.bookedOn,
    valueDate: line.valueDate ?? null,
    bankReference: line.bankReference ?? null,
    description: line.text ?? null,
    uetr: uetrOf(line.item) ?? null,
    item: line.item ?? null,
  }))
  await tx.query(insertLines(rows))
}

/** Returns the payment of ours that an item names. */
const uetrOf = (item: BankItem | undefined): string | undefined =>
  item === undefined || item.type === 'Noted' ? undefined : item.uetr

async function complete(tx: Tx, statementId: string): Promise<void> {
  await tx.query({
    name: 'complete-bank-statement',
    text: 'update bank_statements set is_complete = true where entity_id = $1 and statement_id = $2',
    values: [HOUSE_ENTITY_ID, statementId],
  })
}
