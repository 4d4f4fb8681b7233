import type { Queryable, Tx } from '../../kernel/db/db.ts'
import type { BankAccount } from '../../payments/vop/index.ts'

export type SimPayee = BankAccount & { accountKey: string }

/** The account that the simulated banks have behind a key. */
export async function findPayee(db: Queryable, accountKey: string): Promise<SimPayee | undefined> {
  const { rows } = await db.query<SimPayee>({
    name: 'find-sim-payee',
    text: `select account_key as "accountKey", holders, type, identification, state from sim_payees where account_key = $1`,
    values: [accountKey],
  })
  return rows[0]
}

/** Stores an account; one with the same key is replaced. */
export async function putPayee(tx: Tx, payee: SimPayee, at: Date): Promise<void> {
  await tx.query({
    name: 'put-sim-payee',
    text: `insert into sim_payees (account_key, holders, type, identification, state, updated_at) values ($1, $2, $3, $4, $5, $6)
      on conflict (account_key) do update set holders = excluded.holders, type = excluded.type,
        identification = excluded.identification, state = excluded.state, updated_at = excluded.updated_at`,
    values: [payee.accountKey, payee.holders, payee.type, JSON.stringify(payee.identification), payee.state, at],
  })
}
