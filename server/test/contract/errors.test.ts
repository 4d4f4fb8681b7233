import path from 'node:path'
import { expect, test } from 'vitest'
import '../../src/composition/modules.ts' // every table of refusals
import { standsAlone, statusOf } from '../../src/kernel/values/refusals.ts'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { OPERATION_GROUPS } from '../../src/service/index.ts'
import { reachableCodes } from '../errors/reachable.ts'

const operations = Object.assign({}, ...OPERATION_GROUPS.map((group) => group.operations)) as Record<string, string>
const routeOf = (operation: string) => operation.replace(/\{(\w+)\}/g, ':$1')

test('each operation declares the codes that its code can throw; `-u` writes them anew', async () => {
  const reached = reachableCodes(Object.keys(operations).map(routeOf))
  const sent = (codes: readonly string[]) => [...new Set(codes.map(sentAs))].sort()
  const lines = Object.entries(operations).map(([at, id]) => {
    const codes = reached.operations.get(routeOf(at))!
    return `    ${JSON.stringify(id)}: ${JSON.stringify(at.includes('/oauth2/') ? codes : sent(codes))}`
  })
  const everywhere = `  "everywhere": ${JSON.stringify(sent(reached.everywhere))},`
  const text = `{\n${everywhere}\n  "operations": {\n${lines.join(',\n')}\n  }\n}\n`
  await expect(text).toMatchFileSnapshot(path.join(serverDirectory, 'src', 'service', 'operation-errors.json'))
})

/** An error in the request's content is sent as `validation_failed`, except by OAuth. */
const sentAs = (code: string) => (statusOf(code) === 400 && !standsAlone(code) ? 'validation_failed' : code)
