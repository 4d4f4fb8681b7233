interface Response {
  description?: string
  content?: Record<string, { schema?: { $ref?: string } }>
}
interface ApiDocument {
  paths?: Record<string, Record<string, { responses?: Record<string, Response> }>>
}

/** Text of a response that its route does not describe. */
const NONE = 'Default Response'

/** Describes each success response that its route does not, by its status and schema. */
export function describeSuccesses(document: ApiDocument): void {
  for (const operation of Object.values(document.paths ?? {}).flatMap((methods) => Object.values(methods)))
    for (const [status, response] of Object.entries(operation.responses ?? {}))
      if (status.startsWith('2') && (response.description ?? NONE) === NONE)
        response.description = descriptionOf(status, response)
}

const DONE: Record<string, string> = { 200: 'Done.', 201: 'Created.', 202: 'Accepted.', 204: 'Done; there is no body.' }

function descriptionOf(status: string, { content = {} }: Response): string {
  const reference = Object.values(content)[0]?.schema?.$ref ?? ''
  const name = reference.slice(reference.lastIndexOf('/') + 1)
  const done = DONE[status] ?? 'Success.'
  if (name === '' || name.endsWith('Response')) return done
  const item = /^(\w+)Page$/.exec(name)?.[1]
  if (item !== undefined) return `A page of the list: \`${item}\` items in \`data\`, and the cursor of the next page.`
  return status === '200' ? `The \`${name}\`.` : `${done.slice(0, -1)}: the \`${name}\`.`
}
