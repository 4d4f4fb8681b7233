import type { Tx } from '../kernel/db/db.ts'

/** Sets all tokens aside until the end of the transaction, which may empty their table. */
export async function setTokensAside(tx: Tx): Promise<void> {
  await tx.query('create temp table kept_tokens on commit drop as select * from access_tokens')
}

/** Stores the tokens again that were set aside, of clients that exist. */
export async function restoreTokens(tx: Tx): Promise<void> {
  await tx.query(`insert into access_tokens select kept.* from kept_tokens kept
    join api_clients using (entity_id, client_id) on conflict do nothing`)
}
