import { expect, test } from 'vitest'
import { readSecretFile } from './secret-file.ts'

const PASTED = 'eyJhbGciOiJQUzI1NiJ9.c2VjcmV0.c2lnbmF0dXJl'

test.each([PASTED, `${PASTED}\0`, PASTED.repeat(200)])(
  'a secret pasted in place of its path is not printed',
  (pasted) => {
    const read = () => readSecretFile('OPEN_BANKING_TLS_KEY', pasted)
    expect(read).toThrow(/^OPEN_BANKING_TLS_KEY must be the path of a file/)
    expect(read).not.toThrow(PASTED)
  },
)
