/** JSON pointers (RFC 6901) of fields in a request, "?name" for its query: any name maps to exactly one place. */

/** A name as a step of a pointer. */
export const pointerStep = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** The pointer that leads over these names. */
export const pointerTo = (steps: readonly string[]): string => steps.map((name) => `/${pointerStep(name)}`).join('')

/** The names on the way to a field: those of the whole are none. */
export const stepsOf = (pointer: string): string[] => (pointer === '' ? [] : pointer.slice(1).split('/').map(nameOf))

const nameOf = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')
