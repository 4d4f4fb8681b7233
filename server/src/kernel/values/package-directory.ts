import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * Directory of the server package, found upward from this code: the same from the sources and from the bundle in
 * `dist`, independent of the working directory.
 */
export const serverDirectory: string = (() => {
  let at = import.meta.dirname
  while (!existsSync(path.join(at, 'db', 'migrations'))) {
    if (at === path.dirname(at)) throw new Error(`db/migrations was not found above ${import.meta.dirname}`)
    at = path.dirname(at)
  }
  return at
})()
