import { type Amounts, type Demand, demandOf, type PayeeFacts } from '../../approvals/index.ts'
import { findBeneficiaryPolicy } from '../../beneficiaries/index.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { isNewAccount, paidOnDay, type PolicyQuestion } from './payee-queries.ts'
import { type Taken, takenToPayee } from './taken.ts'

interface SumOptions {
  taken?: Taken | undefined
  beforeSum?: () => Promise<void>
  isAlone?: boolean
}

/**
 * Returns the approvals that the entity's policies ask for a payment as it would be paid now; undefined when none.
 *
 * @param options.taken of a dry run: payments before it that are not stored
 * @param options.beforeSum called before the other payments of the day are summed, if a policy asks for their sum
 * @param options.isAlone true to leave other payments of the day out of that sum
 */
export async function policyDemand(
  db: Queryable,
  question: PolicyQuestion,
  options: SumOptions = {},
): Promise<Demand | undefined> {
  const { entityId, currency, amountMinor, baseMinor } = question
  const demand = await demandOf(
    db,
    entityId,
    'Payment',
    { currency, amountMinor, baseMinor },
    payeeFacts(db, question, options),
  )
  if (demand) return demand
  return (await isUnapprovedPayee(db, entityId, question)) ? { policyId: null, steps: 1 } : undefined
}

const payeeFacts = (
  db: Queryable,
  question: PolicyQuestion,
  { taken, beforeSum, isAlone }: SumOptions,
): PayeeFacts => ({
  isNew: () => isNewAccount(db, question.entityId, question.payee),
  daySum: async () => {
    if (isAlone) return question
    await beforeSum?.()
    const paid = await paidOnDay(db, question)
    const sum = plus(question, paid)
    return taken ? plus(sum, takenToPayee(taken, paid.payeeKey, question)) : sum
  },
})

const plus = (a: Required<Amounts>, b: Required<Amounts>): Required<Amounts> => ({
  amountMinor: a.amountMinor + b.amountMinor,
  baseMinor: a.baseMinor + b.baseMinor,
})

/** A payee that came with the payment, of an entity whose payees need approval: only the maker has seen it. */
const isUnapprovedPayee = async (
  db: Queryable,
  entityId: string,
  { beneficiaryId }: Pick<PolicyQuestion, 'beneficiaryId'>,
): Promise<boolean> => beneficiaryId === null && (await findBeneficiaryPolicy(db, entityId)).needsApproval
