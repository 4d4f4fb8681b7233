import { type Db, inTransaction, type Queryable, type Tx } from '../../kernel/db/db.ts'

/** Stored statement of a file, by its stored ids. */
interface FileKey {
  entityId: string
  statementId: string
}

const PART_BYTES = 256 * 1024

/**
 * Returns the PDF of a stored statement in chunks: created and stored at the first request, then always the same bytes.
 * It is complete before the first chunk, so that errors come first.
 *
 * @param make sets the document; called only when there is none yet
 * @throws what `make` throws; then nothing is kept
 */
export async function keptFile(
  db: Db,
  key: FileKey,
  make: () => AsyncIterable<Buffer>,
): Promise<AsyncIterable<Buffer>> {
  if (!(await findPart(db.reader, key, 0))) {
    await inTransaction(db, async (tx) => {
      await lockStatement(tx, key)
      if (await findPart(tx, key, 0)) return
      let position = 0
      for await (const bytes of inParts(make())) await insertPart(tx, key, position++, bytes)
    })
  }
  return partsOf(db.reader, key)
}

async function* partsOf(db: Queryable, key: FileKey): AsyncGenerator<Buffer> {
  for (let position = 0; ; position++) {
    const bytes = await findPart(db, key, position)
    if (!bytes) return
    yield bytes
  }
}

/** The same bytes in fewer, larger pieces. */
async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting)
}

async function findPart(db: Queryable, { entityId, statementId }: FileKey, position: number) {
  const { rows } = await db.query<{ bytes: Buffer }>({
    name: 'find-statement-file-part', // statement_files_pkey
    text: 'select bytes from statement_files where entity_id = $1 and statement_id = $2 and position = $3',
    values: [entityId, statementId, position],
  })
  return rows[0]?.bytes
}

/** Two that ask for the file at once make it once: the second waits here for the first. */
async function lockStatement(tx: Tx, { entityId, statementId }: FileKey): Promise<void> {
  await tx.query({
    name: 'lock-statement',
    text: 'select 1 from statements where entity_id = $1 and statement_id = $2 for no key update',
    values: [entityId, statementId],
  })
}

async function insertPart(tx: Tx, { entityId, statementId }: FileKey, position: number, bytes: Buffer): Promise<void> {
  await tx.query({
    name: 'insert-statement-file-part',
    text: 'insert into statement_files (entity_id, statement_id, position, bytes) values ($1, $2, $3, $4)',
    values: [entityId, statementId, position, bytes],
  })
}
