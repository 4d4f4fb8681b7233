import v8 from 'node:v8'

/** V8 options, in percent of the heap growth until the next full collection. */
const HEAP_OPTIONS = ['--incremental-marking-soft-trigger=50', '--incremental-marking-hard-trigger=80']

/**
 * Makes V8 prepare a full collection at half of the permitted heap growth, and collect immediately from four fifths on.
 * By default it does so whenever less than one young generation is left, which with our large one (`npm start`) is
 * always: full collections then repeat several times a second under load (docs/decisions/0035). V8 versions without an
 * option ignore it.
 */
export const collectWhenNeeded = (): void => HEAP_OPTIONS.forEach((option) => v8.setFlagsFromString(option))
