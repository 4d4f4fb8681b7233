import type { Queryable } from '../../kernel/db/db.ts'
import {
  type OwnAccount,
  type Question,
  respond,
  type SchemeAnswer,
  type VerificationPort,
} from '../../payments/vop/index.ts'
import { isEea } from '../../payments/validation/index.ts'
import { findPayee } from './queries.ts'

/** Name endings that determine the answer, regardless of the directory (interface 13). */
const MAGIC: readonly [ending: string, code: string][] = [
  ['#NOMATCH', 'NMTC'],
  ['#MATCH', 'MTCH'],
  ['#NEAR', 'CMTC'],
  ['#NA', 'NOAP'],
]

/**
 * The banks of the sandbox: they answer for the accounts in the payee directory by the rules that real responders follow.
 * Banks of the EEA and of the UK take part; an account of theirs that the directory lacks does not exist, unless it is one
 * of ours.
 */
export function simulatedSchemes(db: Queryable, ownAccount: OwnAccount = async () => undefined): VerificationPort {
  return {
    async ask(question: Question) {
      const magic = magicAnswer(question)
      if (magic) return magic
      const isParticipant = isEea(question.country) || question.country === 'GB'
      const known = await findPayee(db, question.accountKey)
      return respond(question, known ?? (await ownAccount(question)), isParticipant)
    },
  }
}

/** Returns the answer of a magic ending; for a near match the registered name is the part before it. */
function magicAnswer({ name }: Question): SchemeAnswer | undefined {
  const upper = name?.trimEnd().toUpperCase()
  const found = MAGIC.find(([ending]) => upper?.endsWith(ending))
  if (!found) return undefined
  const [ending, code] = found
  return { scheme: 'SIMULATED', code, name: name!.trimEnd().slice(0, -ending.length).trim() || 'A registered name' }
}
