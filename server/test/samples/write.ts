import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { readToolOptions } from '../support/tool-options.ts'
import { makeSamples } from './make.ts'

readToolOptions(
  `npm run samples

Writes the examples of statements, confirmations and letters in docs/samples anew.

  --help  this text`,
  { options: {} },
)

const folder = path.join(serverDirectory, '..', 'docs', 'samples')
mkdirSync(folder, { recursive: true })
for (const [name, bytes] of Object.entries(await makeSamples())) {
  writeFileSync(path.join(folder, name), bytes)
  console.log(`docs/samples/${name}  ${bytes.length} bytes`)
}
