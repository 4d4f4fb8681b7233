import type { Module, ResourceTable } from '../kernel/module.ts'
import type { Db } from '../kernel/db/db.ts'
import { entityOfKey } from '../kernel/idempotency-keys.ts'
import type { ResourceOwners } from '../kernel/http/entity-binding.ts'

/** Returns a finder of the client's entity that owns a resource, by its id. It never finds another client's resources. */
export function resourceOwners(
  db: Pick<Db, 'reader'>,
  modules: readonly Pick<Module<never>, 'resources'>[],
): ResourceOwners {
  const tables = new Map<string, ResourceTable[]>()
  for (const { resources = {} } of modules)
    for (const [prefix, added] of Object.entries(resources))
      tables.set(prefix, [...(tables.get(prefix) ?? []), ...added])
  return {
    knows: (prefix) => tables.has(prefix),
    async find(prefix, id, entityIds) {
      const { rows } = await db.reader.query<{ entityId: string }>({
        name: `owner-of-${prefix}`,
        text: (tables.get(prefix) ?? [])
          .map(
            ([table, column]) =>
              `select entity_id as "entityId" from ${table} where entity_id = any($2) and ${column} = $1`,
          )
          .join(' union all '),
        values: [id, entityIds],
      })
      return rows[0]?.entityId
    },
    findByKey: (earlier, entityIds) => entityOfKey(db.reader, earlier, entityIds),
  }
}
