import { expect, test } from 'vitest'
import { contrast } from '../../../institution/colour.ts'
import { styleOf } from './style.ts'

const themesOf = (colour: string) =>
  [...styleOf(colour).matchAll(/:root \{([^}]+)\}/g)].map(([, body]) =>
    Object.fromEntries([...body!.matchAll(/--([\w-]+): (#[0-9a-f]+)/g)].map(([, name, value]) => [name!, value!])),
  )

/** The default, and colours at the edges of what is accepted: nearly black, bright, and with a contrast of just 3. */
const COLOURS = ['#0b4f8a', '#000000', '#0a0a2a', '#e30613', '#00965e', '#5b2c83', '#949494']
const PAIRS = [
  ['ink', 'card', 7],
  ['ink', 'paper', 7],
  ['soft', 'card', 7],
  ['soft', 'paper', 7],
  ['act', 'card', 7],
  ['on-act', 'act', 7],
  ['on-brand', 'brand', 4.5],
  ['bad', 'card', 4.5],
  ['bad', 'bad-paper', 4.5],
  ['ink', 'bad-paper', 7],
  ['ink', 'warn-paper', 7],
  ['ink', 'note-paper', 7],
  ['soft', 'note-paper', 4.5],
  ['edge', 'card', 3],
  ['focus', 'card', 3],
  ['focus', 'paper', 3],
] as const

test.each(COLOURS)('with the colour %s everything can be read, by day and by night', (colour) => {
  const themes = themesOf(colour)
  expect(themes).toHaveLength(2)
  const tooWeak = themes.flatMap((theme, at) =>
    PAIRS.filter(([text, ground, least]) => contrast(theme[text]!, theme[ground]!) < least).map(
      ([text, ground]) => `${text} on ${ground} in theme ${at}: ${contrast(theme[text]!, theme[ground]!).toFixed(2)}`,
    ),
  )
  expect(tooWeak).toEqual([])
  expect(themes.map((theme) => theme['brand'])).toEqual([colour, colour])
})
