import { bytes, instant, oneOf, table, text } from '../../../kernel/db/table.ts'
import { hash } from 'node:crypto'
import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import type { Image } from './image.ts'

const logos = table('open_banking_client_logos', {
  clientId: text,
  type: oneOf<Image['type']>(),
  content: bytes,
  contentHash: bytes,
  fetchedAt: instant,
})

const newLogo = logos.insert({
  name: 'put-open-banking-client-logo',
  ending: `on conflict (client_id) do update set type = excluded.type, content = excluded.content,
    content_hash = excluded.content_hash, fetched_at = excluded.fetched_at`,
})

/** Replaces a client's logo; without an image the client has none. */
export async function putLogo(tx: Tx, clientId: string, image: Image | undefined, wall: Date): Promise<void> {
  if (!image) {
    await tx.query('delete from open_banking_client_logos where client_id = $1', [clientId])
    return
  }
  const contentHash = hash('sha256', image.bytes, 'buffer')
  await tx.query(newLogo({ clientId, type: image.type, content: image.bytes, contentHash, fetchedAt: wall }))
}

/** Returns the version of a client's logo; undefined if it has none. */
export async function logoVersion(db: Queryable, clientId: string): Promise<string | undefined> {
  const { rows } = await db.query<{ version: string }>(
    `select encode(content_hash, 'hex') as version from open_banking_client_logos where client_id = $1`,
    [clientId],
  )
  return rows[0]?.version.slice(0, 12)
}

export async function findLogo(db: Queryable, clientId: string): Promise<Image | undefined> {
  const { rows } = await db.query<Image>(
    'select type, content as bytes from open_banking_client_logos where client_id = $1',
    [clientId],
  )
  return rows[0]
}
