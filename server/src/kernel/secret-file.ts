import { readFileSync } from 'node:fs'

/**
 * Reads the file of a secret. The error names the setting and not its value: a secret pasted in place of its path would
 * otherwise be printed.
 *
 * @throws Error with the name of the setting and the reason
 */
export function readSecretFile(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code = 'it is not a path' } = error as NodeJS.ErrnoException
    // oxlint-disable-next-line eslint/preserve-caught-error -- its message has the value
    throw new Error(`${setting} must be the path of a file that the service can read (${code})`)
  }
}
