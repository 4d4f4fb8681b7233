import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorReference, errorReferenceFile } from './print-errors.ts'

test('docs/errors.md is what the tables of refusals say; `npm run print-errors` writes it anew', () => {
  expect(readFileSync(errorReferenceFile, 'utf8')).toBe(errorReference())
})
