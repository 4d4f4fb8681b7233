import { readFileSync } from 'node:fs'
import path from 'node:path'
import { serverDirectory } from '../../kernel/values/package-directory.ts'
import { type ModulusTable, parseModulusTable } from './uk-modulus.ts'

/**
 * Reads `valacdos.txt` and `scsubtab.txt` from a folder.
 *
 * @param directory the operator's copy of the official tables; without it, the shipped sample, in which only the sort
 *   codes of the published test cases are checked
 * @throws Error when a file is missing or a line of it cannot be read
 */
export function loadModulusTable(directory?: string): ModulusTable {
  const folder = directory ?? path.join(serverDirectory, 'data/uk-modulus/sample')
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  return parseModulusTable(read('valacdos.txt'), read('scsubtab.txt'))
}
