import type { ResourceOwners } from '../entity-binding.ts'
import { parseId } from '../../values/ids.ts'
import type { Refusal } from '../../values/refusals.ts'

/** Resource that a filter of a list names. */
export interface NamedResource {
  prefix: Parameters<typeof parseId>[0]
  /** Returns the rejection (404) of one that the entities of the list do not have. */
  missing: () => Refusal
}

/**
 * Checks that each resource named by a filter belongs to an entity of the list. An empty list would hide a mistaken id.
 *
 * @param owners undefined in an app without the modules that know the resources: then only the form of an id is checked
 * @param named resources by their filter
 * @throws `missing` of the first one that is not there
 */
export async function checkNamedResources(
  owners: ResourceOwners | undefined,
  named: Readonly<Record<string, NamedResource | undefined>>,
  query: Readonly<Record<string, unknown>>,
  entityIds: readonly string[],
): Promise<void> {
  for (const [filter, resource] of Object.entries(named)) {
    const sent = query[filter]
    if (sent === undefined || !resource) continue
    const id = typeof sent === 'string' ? parseId(resource.prefix, sent) : undefined
    if (!id || (owners && !(await owners.find(resource.prefix, id, entityIds)))) throw resource.missing()
  }
}
