import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { serverDirectory } from '../kernel/values/package-directory.ts'
import { readChangelog } from './changelog.ts'

const file = readFileSync(path.join(serverDirectory, '..', 'CHANGELOG.md'), 'utf8')

test('no word of the file is lost: each line after the first title is in a release', () => {
  const words = (text: string) => text.split(/\s+/).filter(Boolean)
  const [, ...sections] = file.split(/^## /m)
  const written = words(sections.join('\n').replaceAll(/^(?:### .*|\[.*)$/gm, '')).filter((word) => word !== '-')
  const read = readChangelog(file).flatMap(({ summary, changes }) => [
    ...words(summary ?? ''),
    ...changes.flatMap(({ text }) => words(text)),
  ])
  expect(read.filter((word) => word !== '-')).toEqual(written)
})

test('versions, days, summaries and kinds are read as they are written', () => {
  const text = `# Changelog\n\nIntroduction.\n\n## [Unreleased]\n\n### Added\n\n- One\n  and more.\n- Two\n\n### Security\n\n- Three\n\n## [1.2.0] - 2027-01-31\n\nThe second\nversion.\n\n### Removed\n\n- Four\n`
  expect(readChangelog(text)).toEqual([
    {
      version: 'Unreleased',
      releasedOn: null,
      summary: null,
      changes: [
        { kind: 'Added', text: 'One and more.' },
        { kind: 'Added', text: 'Two' },
        { kind: 'Security', text: 'Three' },
      ],
    },
    {
      version: '1.2.0',
      releasedOn: '2027-01-31',
      summary: 'The second version.',
      changes: [{ kind: 'Removed', text: 'Four' }],
    },
  ])
})

test.each([
  ['## Version 1\n', 'title "Version 1"'],
  ['## [1.0.0]\n### Improved\n- A\n', 'unknown kind "Improved"'],
  ['## [1.0.0]\n### Added\nA sentence\n', 'outside its lists: "A sentence"'],
])('%j is reported', (text, message) => {
  expect(() => readChangelog(text)).toThrow(message)
})
