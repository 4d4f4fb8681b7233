import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { makeSamples } from './make.ts'

const folder = path.join(serverDirectory, '..', 'docs', 'samples')
mkdirSync(folder, { recursive: true })
for (const [name, bytes] of Object.entries(await makeSamples())) {
  writeFileSync(path.join(folder, name), bytes)
  console.log(`docs/samples/${name}  ${bytes.length} bytes`)
}
