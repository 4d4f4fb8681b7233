import { refuseHttp } from '../problems.ts'

/**
 * Chooses the media type of a request by its Accept header: the best by quality, then the first offered.
 *
 * @throws not_acceptable
 */
export function chooseType<const T extends string>(accept: string | undefined, offered: readonly T[]): T {
  const wanted = (accept?.trim() ? accept : '*/*').split(',').map(readRange)
  const quality = (type: string) => {
    const fitting = wanted
      .filter(({ range }) => covers(range, type))
      .sort((a, b) => precision(b.range) - precision(a.range))
    return fitting[0]?.q ?? 0
  }
  const best = offered.toSorted((a, b) => quality(b) - quality(a))[0]
  if (best === undefined || quality(best) === 0) throw refuseHttp.not_acceptable({ available: offered })
  return best
}

function readRange(text: string): { range: string; q: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { range, q: q === undefined ? 1 : Number(q) || 0 }
}

const covers = (range: string, type: string): boolean =>
  range === '*/*' || range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))
const precision = (range: string): number => (range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2)
