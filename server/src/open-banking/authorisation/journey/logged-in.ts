import type { EntityDirectory } from '../../../entities/index.ts'
import type { User } from '../../../users/index.ts'

/** Returns the username and the entity that the user acts for: "jo.example for Example GmbH". */
export async function loggedInAs(
  entities: EntityDirectory,
  { username, entityId }: Pick<User, 'username' | 'entityId'>,
): Promise<string> {
  const profile = await entities.get(entityId)
  return profile ? `${username} for ${profile.entity.name}` : username
}
