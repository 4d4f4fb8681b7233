import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import { eventsOf } from '../../src/composition/events.ts'
import type { Db } from '../../src/kernel/db/db.ts'
import type { EventCatalogue } from '../../src/kernel/module.ts'

import type { ResourceVerb } from '../../src/kernel/values/emitted.ts'

interface Recorded {
  type: ResourceVerb
  resourceType: string
  detail: unknown
}

/** Fails if the database holds an event that is not in the catalogue of the modules, or whose detail does not fit it. */
export async function expectCatalogued(db: Pick<Db, 'pool'>): Promise<void> {
  const { rows: tables } = await db.pool.query(`select from pg_class where oid = to_regclass('events')`)
  if (tables.length === 0) return // a test of migrations has a database without tables
  const { rows } = await db.pool.query<Recorded>(
    'select distinct type, resource_type as "resourceType", detail from events',
  )
  if (rows.length === 0) return
  const { MODULES } = await import('../../src/composition/modules.ts')
  const catalogue = eventsOf(MODULES)
  const found = rows.flatMap((row) => misfits(catalogue, row))
  if (found.length > 0) throw new Error(`events outside the catalogue: ${[...new Set(found)].slice(0, 10).join('; ')}`)
}

/** Describes how an event differs from the catalogue. */
export function misfits(catalogue: EventCatalogue, { type, resourceType, detail }: Recorded): string[] {
  const definition = catalogue[type]
  if (!definition) return [`no module owns ${type}`]
  return [
    ...(definition.resources.includes(resourceType) ? [] : [`${type} is recorded about a ${resourceType}`]),
    ...errorsOf(definition.detail, detail ?? {}).map((error) => `${type}: ${error}`),
  ]
}

const errorsOf = (schema: TSchema, value: unknown): string[] =>
  Errors(schema, value).map(
    ({ instancePath, message, params }) =>
      `${instancePath} ${message} ${JSON.stringify(params)} in ${JSON.stringify(value)}`,
  )
