import { spawnSync } from 'node:child_process'
import fs, { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import { buildSync } from 'esbuild'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts'
import { createSeal, secretsKey } from './seal.ts'

const key = (byte: number) => () => Buffer.alloc(32, byte)
const seal = createSeal(key(1))

test('a sealed secret opens for its owner, and is sealed in another form each time', () => {
  const [one, two] = [seal.seal('sécret', 'user 1'), seal.seal('sécret', 'user 1')]
  expect([seal.open(one, 'user 1'), seal.open(two, 'user 1')]).toEqual(['sécret', 'sécret'])
  expect(one.equals(two)).toBe(false)
  expect(one.includes('sécret')).toBe(false)
})

test('moved to another row, changed, cut short or under another key it does not open', () => {
  const sealed = seal.seal('secret', 'user 1')
  expect(() => seal.open(sealed, 'user 2')).toThrow()
  expect(() => createSeal(key(2)).open(sealed, 'user 1')).toThrow()
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed)
    changed[i]! ^= 1
    expect(() => seal.open(changed, 'user 1')).toThrow()
    expect(() => seal.open(sealed.subarray(0, i), 'user 1')).toThrow()
  }
})

const dataDir = temporaryDirectory()
afterAll(() => rmSync(dataDir, { recursive: true }))

test('the key is drawn once, kept for its owner alone, and a configured one comes before it', () => {
  const drawn = secretsKey(dataDir)
  expect([drawn.length, secretsKey(dataDir).equals(drawn)]).toEqual([32, true])
  const file = path.join(dataDir, 'secrets.key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toBe(drawn.toString('base64'))
  expect(secretsKey(dataDir, Buffer.alloc(32, 7).toString('base64')).equals(Buffer.alloc(32, 7))).toBe(true)
})

test('a key that is too short is refused, not filled up', () => {
  writeFileSync(path.join(dataDir, 'secrets.key'), 'c2hvcnQ=')
  expect(() => createSeal(() => secretsKey(dataDir)).seal('a', 'b')).toThrow(/32 bytes/)
})

test.skipIf(process.platform === 'win32')(
  'a key that a full disk cuts off is not left behind for the next start',
  () => {
    const folder = path.join(dataDir, 'full')
    mkdirSync(folder)
    const bundle = path.join(folder, 'seal.mjs')
    const entry = path.join(import.meta.dirname, 'seal.ts')
    buildSync({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', outfile: bundle })
    const program = `import { secretsKey } from ${JSON.stringify(bundle)}; secretsKey(${JSON.stringify(folder)})`
    const limited = ['-c', 'ulimit -f 0; exec "$0" --input-type=module --eval "$1"', process.execPath, program]
    const { status, stderr } = spawnSync('sh', limited, { encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining('EFBIG')])
    expect(readdirSync(folder)).toEqual(['seal.mjs'])
    expect(secretsKey(folder)).toHaveLength(32)
  },
)

describe('on a file system without hard links', () => {
  const { linkSync } = fs
  const linkInstead = (link: typeof linkSync) => {
    fs.linkSync = link
    syncBuiltinESMExports()
  }
  const withoutLinks = () => {
    throw Object.assign(new Error('links are not possible'), { code: 'EPERM' })
  }
  afterEach(() => linkInstead(linkSync))

  test('the key is written too, for its owner alone', () => {
    const folder = path.join(dataDir, 'without-links')
    linkInstead(withoutLinks)
    const drawn = secretsKey(folder)
    expect(secretsKey(folder).equals(drawn)).toBe(true)
    expect(readdirSync(folder)).toEqual(['secrets.key'])
    expect(statSync(path.join(folder, 'secrets.key')).mode & 0o777).toBe(0o600)
  })

  test('a key that another first start has written meanwhile is used by both, not replaced', () => {
    const folder = path.join(dataDir, 'two-starts')
    const other = Buffer.alloc(32, 9)
    linkInstead((_draft, file) => {
      writeFileSync(file, other.toString('base64'))
      return withoutLinks()
    })
    expect(secretsKey(folder).equals(other)).toBe(true)
    expect(readdirSync(folder)).toEqual(['secrets.key'])
  })
})

test('the draft of another container’s process with the same id is left alone', () => {
  const folder = path.join(dataDir, 'containers')
  mkdirSync(folder)
  const draft = `secrets.key.${process.pid}`
  writeFileSync(path.join(folder, draft), 'of another container')
  expect(secretsKey(folder)).toHaveLength(32)
  expect(readdirSync(folder)).toEqual(['secrets.key', draft])
})
