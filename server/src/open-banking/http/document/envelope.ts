import { type TProperties, type TSchema, Type } from 'typebox'

/** Builds the schema of an object with exactly these members. */
export const exactly = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

const Links = exactly({
  Self: Type.String({ format: 'uri' }),
  First: Type.Optional(Type.String({ format: 'uri' })),
  Prev: Type.Optional(Type.String({ format: 'uri' })),
  Next: Type.Optional(Type.String({ format: 'uri' })),
  Last: Type.Optional(Type.String({ format: 'uri' })),
})

const Meta = exactly({ TotalPages: Type.Optional(Type.Integer()) })

/** Builds the schema of an answer: its data, further members, links and metadata. */
export const answerOf = (Data: TSchema, further: TProperties = {}) => exactly({ Data, ...further, Links, Meta })

export const At = Type.String({ format: 'date-time' })

/** Reason of a status, as v4.0 writes it. */
export const Reason = exactly({
  StatusReasonCode: Type.Optional(Type.String()),
  StatusReasonDescription: Type.Optional(Type.String()),
  Path: Type.Optional(Type.String()),
})
