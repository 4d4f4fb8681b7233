import { hash } from 'node:crypto'
import { bytes, instant, minor, nullable, oneOf, type Row, table, text, uuid } from '../../kernel/db/table.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import type { Confirmation } from '../../users/index.ts'

/** Evidence that a user approved a payment: the lines of the page, and the second factor that confirmed them. */
export interface ApprovalEvidence {
  /** Lines "Name: value" that the user saw. */
  statement: string
  /** `Scripted`: a test's user, who has no factor. */
  confirmation: Confirmation | { method: 'Scripted' }
}

/** Evidence as stored. */
export interface StoredApproval extends ApprovalEvidence {
  entityId: string
  /** Stored uuid of the consent. */
  consentId: string
  psuId: string
  /** SHA-256 of the statement in UTF-8. */
  statementHash: Buffer
  approvedAt: Date
}

/** Returns the hash that a second factor confirms. */
export const statementHash = (statement: string): Buffer => hash('sha256', statement, 'buffer')

const approvals = table('open_banking_approvals', {
  entityId: uuid,
  consentId: uuid,
  psuId: uuid,
  method: oneOf<'Passkey' | 'Code' | 'Scripted'>(),
  statement: text,
  statementHash: bytes,
  passkeyId: nullable(text),
  publicKey: nullable(bytes),
  clientData: nullable(bytes),
  authenticatorData: nullable(bytes),
  signature: nullable(bytes),
  codeStep: nullable(minor),
  codeKey: nullable(bytes),
  codeProof: nullable(bytes),
  approvedAt: instant,
})

const newApproval = approvals.insert({ name: 'insert-ob-approval' })

const NO_PASSKEY = { passkeyId: null, publicKey: null, clientData: null, authenticatorData: null, signature: null }
const NO_CODE = { codeStep: null, codeKey: null, codeProof: null }

/** Stores the evidence of an approval, in the transaction that authorises the consent. */
export async function insertApproval(
  tx: Tx,
  { statement, confirmation, ...of }: ApprovalEvidence & Omit<StoredApproval, 'statementHash'>,
): Promise<void> {
  const proof = { ...NO_PASSKEY, ...NO_CODE, ...confirmation }
  await tx.query(newApproval({ ...of, ...proof, statement, statementHash: statementHash(statement) }))
}

type ApprovalRow = Row<typeof approvals>

/** Returns the evidence of an approved payment consent. @param consentId stored uuid */
export async function findApproval(db: Queryable, consentId: string): Promise<StoredApproval | undefined> {
  const { rows } = await db.query<ApprovalRow>(
    `select a.entity_id as "entityId", a.consent_id as "consentId", a.psu_id as "psuId", method, statement,
        statement_hash as "statementHash", passkey_id as "passkeyId", public_key as "publicKey",
        client_data as "clientData", authenticator_data as "authenticatorData", signature, code_step as "codeStep",
        code_key as "codeKey", code_proof as "codeProof", approved_at as "approvedAt"
      from open_banking_consents c join open_banking_approvals a on a.entity_id = c.entity_id and a.consent_id = c.consent_id
      where c.consent_id = $1`,
    [consentId],
  )
  const [row] = rows
  if (!row) return undefined
  const { entityId, psuId, statement, approvedAt } = row
  return {
    entityId,
    consentId,
    psuId,
    statement,
    statementHash: row.statementHash,
    approvedAt,
    confirmation: confirmationOf(row),
  }
}

/** The columns of each method are complete, by a constraint. */
function confirmationOf(row: ApprovalRow): StoredApproval['confirmation'] {
  const { method, passkeyId, publicKey, clientData, authenticatorData, signature, codeStep, codeKey, codeProof } = row
  if (method === 'Scripted') return { method }
  if (method === 'Code') return { method, codeStep: codeStep!, codeKey: codeKey!, codeProof: codeProof! }
  return {
    method,
    passkeyId: passkeyId!,
    publicKey: publicKey!,
    clientData: clientData!,
    authenticatorData: authenticatorData!,
    signature: signature!,
  }
}
