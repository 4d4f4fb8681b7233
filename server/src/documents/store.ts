import { bytes, instant, integer, oneOf, table, uuid } from '../kernel/db/table.ts'
import { createHash } from 'node:crypto'
import { asOfEpoch, type Db, inTransaction, type Queryable, type Tx } from '../kernel/db/db.ts'
import { newUuid } from '../kernel/values/ids.ts'
import { invariant } from '../kernel/values/refusals.ts'
import { makeDocument } from './make.ts'
import type { DocumentModel } from './model.ts'

type DocumentKind = 'PaymentConfirmation' | 'TradeConfirmation' | 'FacilityLetter'

/** Identifies a document: its kind, its resource and the resource's version. */
interface DocumentKey {
  entityId: string
  kind: DocumentKind
  /** Stored id of the payment, trade, facility … it is about. */
  resourceId: string
  /** Version of the resource; a changed resource has another document. */
  version: number
}

export interface StoredDocument extends DocumentKey {
  documentId: string
  /** Hash of the bytes in hex. */
  sha256: string
  bytes: Buffer
  /** Business time. */
  issuedAt: Date
}

const documents = table('documents', {
  entityId: uuid,
  documentId: uuid,
  kind: oneOf<DocumentKind>(),
  resourceId: uuid,
  version: integer,
  sha256: bytes,
  bytes,
  issuedAt: instant,
})

const newDocument = documents.insert({
  name: 'store-document',
  ending: 'on conflict (entity_id, kind, resource_id, version) do nothing',
})

const COLUMNS = `entity_id as "entityId", document_id as "documentId", kind, resource_id as "resourceId", version,
  encode(sha256, 'hex') as sha256, bytes, issued_at as "issuedAt"`

/** The document of this kind about a resource: of the version asked for, or the newest. */
async function findDocument(
  db: Queryable,
  key: Omit<DocumentKey, 'version'> & { version?: number },
): Promise<StoredDocument | undefined> {
  const { rows } = await db.query<StoredDocument>({
    name: 'find-document', // documents_entity_id_kind_resource_id_version_key
    text: `select ${COLUMNS} from documents
      where entity_id = $1 and kind = $2 and resource_id = $3 and ($4::int is null or version = $4)
      order by version desc limit 1`,
    values: [key.entityId, key.kind, key.resourceId, key.version ?? null],
  })
  return rows[0]
}

/** Keeps a document for good. The first one kept under a key stays: who comes second gets that one. */
async function storeDocument(
  tx: Tx,
  key: DocumentKey,
  made: { bytes: Buffer; issuedAt: Date },
): Promise<StoredDocument> {
  const sha256 = createHash('sha256').update(made.bytes).digest()
  await tx.query(newDocument({ ...key, ...made, documentId: newUuid(), sha256 }))
  const stored = await findDocument(tx, key)
  invariant(stored, 'a document that was stored is found')
  return stored
}

/**
 * The stored document under this key; made and stored when it is first asked for.
 *
 * @param model what it says; called only when there is none yet
 */
export async function getOrMakeDocument(
  db: Db,
  key: DocumentKey,
  model: () => DocumentModel | Promise<DocumentModel>,
): Promise<StoredDocument> {
  const epoch = db.epochs?.current()
  const known = await findDocument(db.reader, key)
  if (known) return known
  const { issuedAt, ...content } = await model()
  const bytes = await makeDocument({ ...content, issuedAt })
  return inTransaction(asOfEpoch(db, epoch), (tx) => storeDocument(tx, key, { bytes, issuedAt }))
}
