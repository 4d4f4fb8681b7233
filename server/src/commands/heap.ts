import { setFlagsFromString } from 'node:v8'

/** V8's options: in percent of what the heap may grow by until the next full collection. */
export const HEAP_OPTIONS = ['--incremental-marking-soft-trigger=50', '--incremental-marking-hard-trigger=80']

/**
 * Has V8 prepare a full collection when half of what the heap may grow by is used, and at once from four fifths on. Left to
 * itself it does so whenever less than a young generation is left, which with one as large as ours (`npm start`) is always:
 * full collections then follow one another several times a second under load (docs/decisions/0035). An option that this V8
 * does not know changes nothing.
 */
export const collectWhenNeeded = (): void => HEAP_OPTIONS.forEach((option) => setFlagsFromString(option))
