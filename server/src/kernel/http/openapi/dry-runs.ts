import { type TSchema, Type } from 'typebox'
import { named } from '../wire.ts'

const DryRunMark = Type.Literal(true, { description: 'True in the response of a dry run: nothing was stored.' })

const DESCRIPTION = 'The response of a dry run, with `dryRun: true`; nothing was stored.'

const EITHER = 'Success, or the response of a dry run.'

type Answers = Record<string, unknown>

/**
 * Adds the answer of a dry run to the documented responses of an operation that takes `dryRun`: status 200 with the body
 * of the success response and the mark `dryRun: true`. Other operations keep their responses.
 *
 * @param other what a dry run may answer instead, where it cannot know the success response
 */
export function documentDryRun(query: unknown, responses: unknown, other?: TSchema): Answers {
  const answers = (responses ?? {}) as Answers
  const { properties } = (query ?? {}) as { properties?: Record<string, unknown> }
  if (properties?.['dryRun'] === undefined) return answers
  const success = Object.keys(answers).find((status) => status.startsWith('2'))
  const body = success === undefined ? undefined : (answers[success] as Body)
  const preview = withMark(
    body?.properties ? body : Type.Object({}, { additionalProperties: false }),
    success !== '200',
  )
  return { ...answers, 200: other === undefined ? preview : eitherOf(preview, withMark(other as Body, true)) }
}

interface Body extends TSchema {
  description?: string
  'x-name'?: string
  properties?: Record<string, TSchema>
  required?: string[]
}

/** Returns a body's schema with the mark; required where the status is that of dry runs alone. */
function withMark(schema: Body, isRequired: boolean): TSchema {
  const { 'x-name': name, description, ...body } = schema
  return {
    ...body,
    ...(name && named(isRequired ? `${name}DryRun` : `${name}OrDryRun`)),
    description: isRequired ? DESCRIPTION : (description ?? EITHER),
    properties: { ...body.properties, dryRun: DryRunMark },
    ...(isRequired ? { required: [...(body.required ?? []), 'dryRun'] } : {}),
  } as TSchema
}

const eitherOf = (preview: TSchema, other: TSchema): TSchema =>
  ({ description: EITHER, anyOf: [preview, other] }) as unknown as TSchema
