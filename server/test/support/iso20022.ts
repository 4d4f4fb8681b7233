import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { validateXML } from 'xmllint-wasm'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'

const directory = path.join(serverDirectory, '..', '..', 'shared', 'specs', 'iso20022')

/** True if the official schemas are available; otherwise their tests are skipped with a message. */
export const haveIsoSchemas = existsSync(directory)

/**
 * Returns the errors of a message against its official schema; empty if valid.
 *
 * @param name of the schema, for example pacs.008.001.08
 */
export async function schemaErrors(name: string, ...messages: string[]): Promise<string[]> {
  const schema = { fileName: `${name}.xsd`, contents: readFileSync(path.join(directory, `${name}.xsd`), 'utf8') }
  const xml = messages.map((contents, i) => ({ fileName: `message${i}.xml`, contents }))
  const { errors } = await validateXML({ xml, schema })
  return errors.map(({ rawMessage }) => rawMessage)
}
