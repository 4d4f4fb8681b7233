import type { EntityDirectory } from '../../../entities/index.ts'

/** Returns the time zone of an entity, in which its users see times. */
export const timeZoneOf = async (entities: EntityDirectory, entityId: string): Promise<string> =>
  (await entities.get(entityId))?.entity.timeZone ?? 'UTC'
