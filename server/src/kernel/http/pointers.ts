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
  faults: readonly { keyword: string; instancePath: string }[],
): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { keyword, instancePath } of faults) {
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
