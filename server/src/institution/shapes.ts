export type Attributes = Record<string, string | undefined>

/** The elements of SVG that draw a shape. */
export const SHAPES: readonly string[] = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']

/** Returns the outline of a shape as path data. @throws Error for a length with a unit */
export function asPath(name: string, attributes: Attributes): string {
  const n = (of: string): number => lengthOf(attributes[of] ?? '0')
  if (name === 'path') return pathOf(attributes['d'] ?? '')
  if (name === 'rect') return rectangle(n('x'), n('y'), n('width'), n('height'), roundingOf(attributes, n))
  if (name === 'circle') return ellipse(n('cx'), n('cy'), n('r'), n('r'))
  if (name === 'ellipse') return ellipse(n('cx'), n('cy'), n('rx'), n('ry'))
  if (name === 'line') return `M${n('x1')} ${n('y1')}L${n('x2')} ${n('y2')}`
  const points = (attributes['points'] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(lengthOf)
  const corners = points.flatMap((x, i) => (i % 2 === 0 && i + 1 < points.length ? [`${x} ${points[i + 1]}`] : []))
  return `M${corners.join('L')}${name === 'polygon' ? 'Z' : ''}`
}

/** A path as it is, unless it has characters that no path has. */
function pathOf(data: string): string {
  if (!/^[\sMmLlHhVvCcSsQqTtAaZz\d.,eE+-]*$/.test(data)) throw new Error('has a path that cannot be read')
  return data
}

function lengthOf(text: string): number {
  const value = Number(text.trim().replace(/px$/, ''))
  if (!Number.isFinite(value)) throw new Error(`has the length ${text}; use numbers without a unit`)
  return value
}

function roundingOf({ rx, ry }: Attributes, n: (of: string) => number): [number, number] {
  return [n(rx === undefined ? 'ry' : 'rx'), n(ry === undefined ? 'rx' : 'ry')]
}

function rectangle(x: number, y: number, width: number, height: number, [rx, ry]: [number, number]): string {
  if (rx === 0 || ry === 0) return `M${x} ${y}h${width}v${height}h${-width}Z`
  const corner = (dx: number, dy: number) => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`
  const [across, down] = [width - 2 * rx, height - 2 * ry]
  return `M${x + rx} ${y}h${across}${corner(rx, ry)}v${down}${corner(-rx, ry)}h${-across}${corner(-rx, -ry)}v${-down}${corner(rx, -ry)}Z`
}

const ellipse = (cx: number, cy: number, rx: number, ry: number): string =>
  `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
