import type { TSchema } from 'typebox'

/** Description of a route in an API document, where Fastify does not use its schemas. */
export interface Documented {
  /** Operation id: client generators name their methods after it. */
  id: string
  summary: string
  /** Action of the operation, its rules and the rights it needs. */
  description: string
  body?: TSchema
  /** Success responses by status; null for a response without body. */
  answers: Readonly<Record<number, TSchema | null>>
  /** Types of the success response; application/json alone when absent. */
  produces?: readonly string[]
  /** Types of the body; application/json alone when absent. */
  consumes?: readonly string[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    documented?: Documented
    /** Documented schemas of bodies in formats beside JSON, by media type. The route reads such bodies itself. */
    bodiesOfFiles?: Readonly<Record<string, TSchema>>
  }
}
