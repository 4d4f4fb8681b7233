/** An executed request with its response. */
interface Example {
  /** Values of path, query and header parameters by name. */
  parameters: Readonly<Record<string, string>>
  request?: { type: string; value: unknown }
  response: { status: number; type: string; value?: object }
}

/** Executed examples by operation id. */
export type Examples = Readonly<Record<string, Example>>

interface Media {
  schema?: { anyOf?: unknown }
  example?: unknown
}
interface Operation {
  operationId?: string
  parameters?: { name: string; schema?: { type?: unknown }; example?: unknown; examples?: unknown }[]
  requestBody?: { content?: Record<string, Media> }
  responses?: Record<string, { content?: Record<string, Media> }>
}
interface ApiDocument {
  paths?: Record<string, Record<string, Operation>>
}

/** Puts the example of each operation into its parameters, its request and its response, and into the response of its dry run, which differs by its mark alone. */
export function addExamples(document: ApiDocument, examples: Examples): void {
  for (const operation of Object.values(document.paths ?? {}).flatMap((methods) => Object.values(methods))) {
    const example = examples[operation.operationId ?? '']
    if (example) addExample(operation, example)
  }
}

function addExample(operation: Operation, { parameters, request, response }: Example): void {
  for (const parameter of operation.parameters ?? []) {
    const value = parameters[parameter.name]
    if (value === undefined) continue
    delete parameter.examples // those of the schema: a parameter has one or the other
    parameter.example = exampleOf(parameter.schema?.type, value)
  }
  const body = request && operation.requestBody?.content?.[request.type]
  if (body) body.example = request.value
  const media = operation.responses?.[response.status]?.content?.[response.type]
  if (!media || response.value === undefined) return
  media.example = response.value
  const preview = operation.responses?.['200']?.content?.[response.type]
  if (preview && preview !== media && !preview.schema?.anyOf) preview.example = { ...response.value, dryRun: true }
}

/** Returns the text of a parameter as a value of its type. */
function exampleOf(type: unknown, value: string): unknown {
  if (type === 'array') return [value]
  return type === 'integer' ? Number(value) : value
}
