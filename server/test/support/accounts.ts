import { type Account, createAccount as create } from '../../src/accounts/index.ts'
import { withoutFile } from '../../src/institution/index.ts'
import type { Tx } from '../../src/kernel/db/db.ts'
import type { Act } from '../../src/kernel/values/act.ts'

/** The institution of a sandbox without a file. */
export const testInstitution = withoutFile(true)

/** Opens an account at the sandbox's institution. */
export const createAccount = (tx: Tx, order: Parameters<typeof create>[2], act: Act): Promise<Account> =>
  create(tx, testInstitution, order, act)
