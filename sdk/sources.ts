import path from 'node:path'

const source = (file: string) => path.join(import.meta.dirname, 'src', file)

/** Entry points of the SDK by their names: tests run its sources, not what was built from them. */
export const SOURCES = [
  { find: /^@cambist\/sdk$/, replacement: source('index.ts') },
  { find: /^@cambist\/sdk\/third-party$/, replacement: source('third-party/index.ts') },
]
