import { invariant } from '../../kernel/values/refusals.ts'
import type { EncodedCommand } from './columns.ts'
import { accountBlocked, accountClosed, currencyOn, insufficientFunds, takenFrom } from '../book/rules.ts'
import type { BatchAnswer, StoredAnswer } from '../book/types.ts'

/** A row that `ledger_post` answers. */
export interface AnswerRow {
  outcome: number
  detail_minor: bigint | null
  account_id: string | null
  posted_at: Date
  sequences: bigint[]
  resource_id: string | null
  stored_outcome: number | null
  stored_request: string | null
  stored_request_id: string | null
}
export const ANSWER_COLUMNS =
  'outcome, detail_minor, account_id, posted_at, sequences, resource_id, stored_outcome, stored_request, stored_request_id'

const DEFECTS: Record<number, string> = {
  20: 'every client account of the command is open',
  21: 'every account of the command is in its book',
  22: 'every account of the command is in the currency of its leg',
  23: 'the hold to be released is open',
}

/** The meaning of an answer row; a defect of the caller throws. */
export function readAnswer(command: EncodedCommand, row: AnswerRow): BatchAnswer {
  switch (row.outcome) {
    case 0:
      return {
        outcome: 'posted',
        journalId: command.journalId,
        postedAt: row.posted_at,
        sequences: row.sequences,
      }
    case 1:
      return { outcome: 'insufficient_funds', accountId: row.account_id!, missingMinor: row.detail_minor! }
    case 2:
      return { outcome: 'account_blocked', accountId: row.account_id! }
    case 3:
      return { outcome: 'refused', resourceId: row.resource_id! }
    case 4:
      return { outcome: 'account_closed', accountId: row.account_id! }
    case 10:
      return { outcome: 'replay', of: storedAnswer(row) }
    case 11:
      return { outcome: 'key_reused', request: row.stored_request! }
    default:
      throw new Error(`invariant broken: ${DEFECTS[row.outcome]} (${command.kind}, account ${row.account_id})`)
  }
}

function storedAnswer(row: AnswerRow): StoredAnswer {
  const requestId = row.stored_request_id
  switch (row.stored_outcome) {
    case 0:
      return { outcome: 'posted', resourceId: row.resource_id! }
    case 1:
      return { outcome: 'insufficient_funds', missingMinor: row.detail_minor!, requestId }
    case 2:
      return { outcome: 'account_blocked', requestId }
    case 3:
      return { outcome: 'refused', resourceId: row.resource_id!, requestId }
    case 4:
      return { outcome: 'account_closed', requestId }
    case null:
    default:
      return { outcome: 'answered' }
  }
}

/** Returns the error of an answer; undefined if it is not one of the ledger's. */
function refusalOf(command: EncodedCommand, answer: BatchAnswer) {
  if (answer.outcome === 'account_blocked') return accountBlocked(answer.accountId)
  if (answer.outcome === 'account_closed') return accountClosed(answer.accountId)
  if (answer.outcome !== 'insufficient_funds') return undefined
  const { accountId, missingMinor } = answer
  return insufficientFunds(accountId, currencyOn(command, accountId), takenFrom(command, accountId), missingMinor)
}

/** The posting of a command in the caller's own transaction. @throws insufficient_funds, account_blocked, account_closed */
export function postedOrRefused(command: EncodedCommand, row: AnswerRow) {
  const answer = readAnswer(command, row)
  const refusal = refusalOf(command, answer)
  if (refusal) throw refusal
  invariant(answer.outcome === 'posted', 'a command without a key is posted or refused')
  return answer
}
