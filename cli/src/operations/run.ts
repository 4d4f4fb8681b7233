import { writeFileSync } from 'node:fs'
import { type Cambist, type FileAnswer, List, type Page, type RequestSpec } from '@cambist/sdk'
import type { Command } from 'commander'
import { findEntityId } from '../connection/entities.ts'
import { withClient } from '../connection/connect.ts'
import { type OutputOptions, print } from '../output/print.ts'
import { endProgress, reportProgress, startProgress } from '../output/progress.ts'
import { UsageError } from '../usage-error.ts'
import { hasValue, readJson, readUpload, withValue } from './input.ts'
import { type Field, kebabCase, type Operation, optionName } from './operation.ts'

/** Arguments and options of an operation. */
export interface Given {
  path: readonly string[]
  /** Values of the query by name. */
  query: Record<string, unknown>
  /** Values of fields of the body. */
  fields: readonly { field: Field; value: unknown }[]
  options: OperationOptions
}

export interface OperationOptions extends OutputOptions {
  body?: string
  file?: string
  output?: string
  limit?: number
  all?: boolean
  idempotencyKey?: string
}

const DEFAULT_LIMIT = 20
const LARGEST_PAGE = 500

/** Runs an operation and prints its result. */
export const runOperation = (command: Command, operation: Operation, given: Given): Promise<void> =>
  withClient(command, async (api, entity) => {
    const spec = await specOf(api, operation, given, entity)
    startProgress()
    try {
      if (isFileWanted(operation, given)) return await download(api, spec, operation, given)
      if (operation.isList) return print(command, await readList(api, spec, given.options))
      const result = await api.request<Record<string, unknown> | undefined>(spec)
      if (result === undefined) return print(command, { done: true, ...Object.fromEntries(namesOf(operation, given)) })
      print(
        command,
        Array.isArray(result['data']) && !command.optsWithGlobals<OutputOptions>().json ? result['data'] : result,
      )
    } finally {
      endProgress()
    }
  })

const namesOf = ({ pathParameters }: Operation, { path }: Given) =>
  pathParameters.map(({ name }, index) => [name, path[index]] as const)

async function specOf(
  api: Cambist,
  operation: Operation,
  given: Given,
  entity: string | undefined,
): Promise<RequestSpec> {
  const { http: method, isPublic, pathParameters } = operation
  const path = pathParameters.reduce(
    (text, { name }, index) => text.replace(`{${name}}`, encodeURIComponent(given.path[index] ?? '')),
    operation.path,
  )
  const query = { ...given.query }
  const takesEntity = operation.query.some(({ at }) => at[0] === 'entityId')
  if (entity !== undefined && takesEntity && query['entityId'] === undefined) query['entityId'] = entity
  const { idempotencyKey } = given.options
  const spec: RequestSpec = { method, path, query, authenticated: !isPublic, ...(idempotencyKey && { idempotencyKey }) }
  const body = await bodyOf(api, operation, given, entity)
  const missing = missingOf(operation, { query, body })
  if (missing.length > 0) throw new UsageError(`Missing: ${missing.join(', ')}. (--help describes them)`)
  if (body === undefined) return spec
  return { ...spec, body: operation.isForm ? new URLSearchParams(body as Record<string, string>) : body }
}

/** Builds the body from --file, or from --body with the fields over it. The entity of --entity, or the only one, is added. */
async function bodyOf(api: Cambist, operation: Operation, given: Given, entity: string | undefined): Promise<unknown> {
  const { fields, bodyTypes = [] } = operation
  const { body: text, file } = given.options
  if (fields === undefined) return undefined
  if (file !== undefined) return readUpload(file, bodyTypes)
  let body: unknown = text === undefined ? undefined : readJson('--body', text)
  for (const { field, value } of given.fields) body = withValue(body, field.at, value)
  const entityField = fields.find(({ at }) => at.join('.') === 'entityId')
  if (entityField && !hasValue(body, ['entityId'])) {
    if (entity !== undefined) body = withValue(body, ['entityId'], entity)
    else if (entityField.required) body = withValue(body, ['entityId'], await findEntityId(api))
  }
  return body ?? (operation.isBodyRequired ? {} : undefined)
}

/** Lists the options of required values that are missing. A required field of an object counts once the body has the object. */
function missingOf({ query, fields = [] }: Operation, given: { query: object; body: unknown }): string[] {
  const isFile = typeof given.body === 'object' && given.body !== null && 'contentType' in given.body
  const missing = query.filter(({ required, at }) => required && !hasValue(given.query, at))
  const inBody =
    isFile || given.body === undefined ? [] : fields.filter(({ required, at }) => required && !hasValue(given.body, at))
  return [...missing, ...inBody].map(optionName)
}

async function readList(api: Cambist, spec: RequestSpec, options: OperationOptions): Promise<unknown[]> {
  const most = options.all ? Number.POSITIVE_INFINITY : (options.limit ?? DEFAULT_LIMIT)
  const limit = Math.min(most, LARGEST_PAGE)
  const list = new List<unknown, Page<unknown>>((after) =>
    api.request({ ...spec, query: { ...spec.query, limit, ...(after !== undefined && { after }) } }),
  )
  const items: unknown[] = []
  for await (const page of list.pages()) {
    items.push(...page.data)
    if (items.length >= most) break
    reportProgress(`Read ${items.length} rows`)
  }
  return items.slice(0, most)
}

const isFileWanted = ({ fileTypes }: Operation, { options, query }: Given): boolean =>
  fileTypes !== undefined && (options.output !== undefined || ![undefined, 'json'].includes(query['format'] as string))

const ENDINGS: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.csv': 'text/csv',
  '.xml': 'application/xml',
  '.md': 'text/markdown',
}

/** Writes the file that an operation returns to --output, or to standard output. */
async function download(api: Cambist, spec: RequestSpec, { fileTypes = [] }: Operation, { options, query }: Given) {
  const { output = '-' } = options
  const ending = Object.keys(ENDINGS).find((each) => output.toLowerCase().endsWith(each)) ?? ''
  const type = fileTypes.find((each) => each === ENDINGS[ending]) ?? fileTypes[0] ?? '*/*'
  const accept = query['format'] === undefined ? type : '*/*'
  const { bytes, contentType } = await api.request<FileAnswer>({ ...spec, expect: 'file', headers: { accept } })
  endProgress()
  if (output === '-') return void process.stdout.write(bytes)
  writeOutput(output, bytes)
  console.error(`Wrote ${output} (${contentType}, ${bytes.length} bytes)`)
}

/** @throws UsageError for a file that cannot be written */
export function writeOutput(output: string, bytes: Uint8Array): void {
  try {
    writeFileSync(output, bytes)
  } catch (error) {
    throw new UsageError(`--output: ${output} cannot be written: ${(error as Error).message}`, { cause: error })
  }
}

/** Returns the name of the argument of a parameter of the path. */
export const argumentName = (name: string): string => kebabCase(name)
