import { isConnectionLoss, isNotServed, saysDatabaseIsAway } from '../../db/connection-loss.ts'
import { Refusal } from '../../values/refusals.ts'

interface Ways<T> {
  /**
   * Carries the command out together with others. Returns what gives its answer; undefined if nothing was stored and the command is to
   * be carried out alone.
   */
  inSet: () => Promise<(() => T | Promise<T>) | undefined>
  /** Carries it out in a transaction of its own, or finds what is stored under its key. */
  alone: () => Promise<T>
  hasKey: boolean
}

/**
 * Carries out a command in a set or alone. After a lost connection or a defect, only a key shows whether the set was committed: a command
 * with one is carried out again, alone. Its outcome stays unknown while that fails for lack of a database or of capacity.
 *
 * @throws what either way throws
 */
export async function inSetOrAlone<T>({ inSet, alone, hasKey }: Ways<T>): Promise<T> {
  const { answer, lost } = await inSet().then(
    (made) => ({ answer: made, lost: undefined }),
    (error: unknown) => {
      if (!hasKey || isRejection(error)) throw error
      return { answer: undefined, lost: error }
    },
  )
  if (answer) return answer()
  return alone().catch((error: unknown) => {
    throw isUnknown(lost) && mayPass(error) ? lost : error
  })
}

const saysUnknown = (error: unknown): boolean => error instanceof Refusal && error.code === 'outcome_unknown'

const isRejection = (error: unknown): boolean => error instanceof Refusal && !saysUnknown(error)

const isUnknown = (error: unknown): boolean => (isConnectionLoss(error) && error.sent) || saysUnknown(error)

const mayPass = (error: unknown): boolean =>
  saysDatabaseIsAway(error) || isNotServed(error) || (error instanceof Refusal && error.status === 503)
