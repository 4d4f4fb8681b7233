import { readFileSync } from 'node:fs'
import { UsageError } from './usage-error.ts'

/** Reads a JSON file that an option names. @throws UsageError that names the option and the file */
export function readJson(option: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as unknown
  } catch (error) {
    throw new UsageError(`${option}: ${JSON.stringify(file)} is not JSON: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}
