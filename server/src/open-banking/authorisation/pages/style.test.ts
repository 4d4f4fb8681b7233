import { expect, test } from 'vitest'
import { STYLE } from './style.ts'

const themes = [...STYLE.matchAll(/:root \{([^}]+)\}/g)].map(([, body]) =>
  Object.fromEntries([...body!.matchAll(/--([\w-]+): (#[0-9a-f]+)/g)].map(([, name, value]) => [name!, value!])),
)

function luminance(colour: string): number {
  const hex = colour.length === 4 ? colour.replace(/[0-9a-f]/g, '$&$&') : colour
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

test.each([
  ['ink', 'card', 7],
  ['ink', 'paper', 7],
  ['soft', 'card', 7],
  ['soft', 'paper', 7],
  ['act', 'card', 7],
  ['on-act', 'act', 7],
  ['bad', 'bad-paper', 4.5],
  ['ink', 'good-paper', 7],
  ['focus', 'card', 3],
] as const)('%s can be read on %s, by day and by night (contrast %d)', (text, ground, least) => {
  expect(themes).toHaveLength(2)
  for (const theme of themes) expect(contrast(theme[text]!, theme[ground]!)).toBeGreaterThanOrEqual(least)
})
