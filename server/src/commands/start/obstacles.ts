import { type Config, readConfig, readMachineSettings } from '../../settings/config.ts'
import { readRailSettings } from '../../payments/rails/index.ts'
import { indented, textsOfError } from '../../settings/errors.ts'
import { dataDirectoryErrors } from './data-directory.ts'
import { portErrors } from './ports.ts'
import { settingFileErrors } from './setting-files.ts'

/**
 * Reads the configuration of a start.
 *
 * @throws Error with all that prevents the start: in the environment, and then on this machine too
 */
export async function readStartConfig(env: Record<string, string | undefined>): Promise<Config> {
  try {
    return readConfig(env, readRailSettings)
  } catch (error) {
    const { settings, isNews } = readMachineSettings(env)
    const machine = [
      ...(await portErrors(settings)),
      ...settingFileErrors(settings),
      ...dataDirectoryErrors(settings, false),
    ].filter(isNews)
    if (machine.length > 0) checkObstacles([...textsOfError(error), ...machine])
    throw error
  }
}

/** @throws Error with all that prevents the start, if there is anything */
export function checkObstacles(texts: readonly string[]): void {
  const [first] = texts
  if (first === undefined) return
  if (texts.length === 1) throw new Error(first)
  throw new Error(`The service cannot start:\n${indented(texts)}`)
}
