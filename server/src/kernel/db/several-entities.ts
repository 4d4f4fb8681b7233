import type { Tx } from './db.ts'

/** Acts whose transaction writes rows of several entities. All others write one entity per transaction. */
type SeveralEntities = 'seed' | 'sandbox reset'

/**
 * Declares that this transaction writes rows of several entities. In the test suite a trigger rejects each transaction
 * that does so without declaring it.
 */
export async function allowSeveralEntities(tx: Tx, act: SeveralEntities): Promise<void> {
  await tx.query({
    name: 'allow-several-entities',
    text: "select set_config('cambist.several_entities', $1, true)",
    values: [act],
  })
}
