/** JSON pointers (RFC 6901) of fields in a request, "?name" for its query: any name maps to exactly one place. */

/** A name as a step of a pointer. */
export const pointerStep = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** The pointer that leads over these names. */
export const pointerTo = (steps: readonly string[]): string => steps.map((name) => `/${pointerStep(name)}`).join('')

/** The names on the way to a field: those of the whole are none. */
export const stepsOf = (pointer: string): string[] => (pointer === '' ? [] : pointer.slice(1).split('/').map(nameOf))

const nameOf = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')

/** Returns the value at a pointer. */
export const valueAt = (value: unknown, pointer: string): unknown =>
  stepsOf(pointer).reduce<unknown>((held, step) => (held as Record<string, unknown> | undefined)?.[step], value)

/** Returns the paths of values that have errors within: a missing or an unknown field is within its object. */
export function placesWithErrorsInside(
  errors: readonly { keyword: string; instancePath: string }[],
): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { keyword, instancePath } of errors) {
    const isName = keyword === 'required' || keyword === 'additionalProperties'
    const place = isName ? `${instancePath}/` : instancePath
    for (let end = place.lastIndexOf('/'); end >= 0; end = place.slice(0, end).lastIndexOf('/')) {
      const around = place.slice(0, end)
      if (found.has(around)) break // and so are those around it
      found.add(around)
    }
  }
  return found
}

/** Returns true for a JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Calls back for each value at a path of names, with `*` for all items of an array. */
export function visit(
  value: unknown,
  path: readonly string[],
  depth: number,
  pointer: string,
  look: (held: unknown, pointer: string) => void,
): void {
  const step = path[depth]
  if (step === undefined) return look(value, pointer)
  if (step !== '*') {
    if (isRecord(value) && value[step] !== undefined) visit(value[step], path, depth + 1, `${pointer}/${step}`, look)
  } else if (Array.isArray(value)) value.forEach((item, i) => visit(item, path, depth + 1, `${pointer}/${i}`, look))
}
