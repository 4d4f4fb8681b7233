import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { makeSamples } from './make.ts'

test('docs/samples shows what the code makes, byte for byte; `npm run samples` makes them anew', async () => {
  const differing: string[] = []
  for (const [name, bytes] of Object.entries(await makeSamples())) {
    const kept = readFileSync(path.join(serverDirectory, '..', 'docs', 'samples', name))
    if (!kept.equals(bytes)) differing.push(name)
  }
  expect(differing).toEqual([])
})
