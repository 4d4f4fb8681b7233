/** A colour as its red, green and blue parts, each 0 to 255. */
type Rgb = readonly [number, number, number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

/** @param hex like #0b4f8a or #fff */
function rgbOf(hex: string): Rgb {
  const full = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
  return [1, 3, 5].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as unknown as Rgb
}

const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast of two colours as WCAG defines it, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [one, other].map((hex) => luminance(rgbOf(hex))).sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

/** Returns black or white: the one that is easier to read on a colour. */
export const textOn = (ground: string): string =>
  contrast(ground, '#ffffff') >= contrast(ground, '#000000') ? '#ffffff' : '#000000'

/**
 * Returns the shade of a colour nearest to it that has a contrast with a ground: darker on a light ground, lighter on a dark
 * one. White or black if no other shade has it.
 */
export function shadeFor(colour: string, ground: string, least: number): string {
  const from = rgbOf(colour)
  const to = textOn(ground) === '#ffffff' ? WHITE : BLACK
  for (let step = 0; step < STEPS; step++) {
    const shade = hexOf(from.map((part, at) => part + ((to[at]! - part) * step) / STEPS) as unknown as Rgb)
    if (contrast(shade, ground) >= least) return shade
  }
  return hexOf(to)
}

const STEPS = 100
