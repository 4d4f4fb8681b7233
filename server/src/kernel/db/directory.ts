import { violates } from './db.ts'

/** Kinds of keys that are unique in all books. Triggers keep the table `directory` equal to the tables of the modules. */
type DirectoryKind = 'account' | 'iban' | 'client' | 'username' | 'passkey' | 'bankReference'

/**
 * Returns the expression of the entity that a key belongs to; null if the key is unknown.
 *
 * @param parameter text of the key: a parameter such as `$1`
 */
export const entityOf = (kind: DirectoryKind, parameter: string): string =>
  `(select entity_id from directory where kind = '${kind}' and key = ${parameter})`

/** Returns true if a statement failed because its row exists, in the books of this entity or of another one. */
export const isTaken = (error: unknown, ownConstraint: string): boolean =>
  violates(error, 'directory_pkey') || violates(error, ownConstraint)
