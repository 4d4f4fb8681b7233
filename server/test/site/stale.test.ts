import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../support/temporary-directory.ts'

test.each(['config.mjs', 'pages/deep/page.md'])('a change of %s makes a build stale', async (changed) => {
  const { isStale } = (await import('../../stale.mjs' as string)) as {
    isStale: (file: string, sources: readonly string[]) => boolean
  }
  const place = temporaryDirectory()
  const now = Date.now() / 1000
  const write = (name: string, minutes: number) => {
    const file = path.join(place, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, '')
    utimesSync(file, now + minutes * 60, now + minutes * 60)
  }
  const sources = ['config.mjs', 'pages'].map((name) => path.join(place, name))
  for (const name of ['config.mjs', 'pages/deep/page.md']) write(name, 0)
  write('build/site.json', 1)
  const isSiteStale = () => isStale(path.join(place, 'build/site.json'), sources)
  expect(isSiteStale()).toBe(false)
  write(changed, 2)
  expect(isSiteStale()).toBe(true)
})
