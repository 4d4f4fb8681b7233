import type { Picture } from '../../institution/index.ts'
import type { Pdf } from './fonts.ts'

/** Three parts of a colour, 0 to 1, as PDF takes them. */
export const colourOf = (hex: string): string =>
  [1, 3, 5].map((at) => String(Math.round((Number.parseInt(hex.slice(at, at + 2), 16) / 255) * 1000) / 1000)).join(' ')

const n = (value: number): string => String(Math.round(value * 10_000) / 10_000)
const matrix = (numbers: readonly number[]): string => `${numbers.map(n).join(' ')} cm`

/** Draws a picture with its upper left corner at a point, in a height. */
export function drawPicture(pdf: Pdf, { box, shapes }: Picture, x: number, y: number, height: number): void {
  const scale = height / box.height
  pdf.addContent(`q ${matrix([scale, 0, 0, scale, x - box.x * scale, y - box.y * scale])}`)
  for (const { path, matrices, fill, stroke, isEvenOdd, strokeWidth } of shapes) {
    const isStroked = stroke !== undefined && strokeWidth > 0
    if (fill === undefined && !isStroked) continue
    pdf.addContent(['q', ...matrices.map(matrix)].join(' '))
    if (fill) pdf.addContent(`${colourOf(fill)} rg`)
    if (isStroked) pdf.addContent(`${colourOf(stroke)} RG ${n(strokeWidth)} w`)
    pdf.path(path)
    const paint = fill === undefined ? 'S' : `${isStroked ? 'B' : 'f'}${isEvenOdd ? '*' : ''}`
    pdf.addContent(`${paint} Q`)
  }
  pdf.addContent('Q')
}

/** Returns the width of a picture in a height. */
export const widthOf = ({ box }: Picture, height: number): number => (box.width / box.height) * height
