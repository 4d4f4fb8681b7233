import { Type } from 'typebox'
import { Input, Instant, Resource, Text } from '../../kernel/http/wire.ts'

export const ClockMove = Input(
  {
    set: Type.Optional(Instant),
    advance: Type.Optional(
      Text(40, { description: 'ISO 8601 duration; days are allowed.', examples: ['P2D', 'PT90M', 'P1DT12H'] }),
    ),
    freeze: Type.Optional(Type.Boolean({ description: 'True stops business time, false resumes it.' })),
  },
  { description: 'Send exactly one of `set`, `advance` and `freeze`.' },
)

export const ClockView = Resource('Clock', {
  now: Instant,
  offsetSeconds: Type.Number({ description: 'Business time minus wall time.' }),
  frozen: Type.Boolean(),
  marketOpen: Type.Boolean(),
})
