import { Type } from 'typebox'
import { AnyId, Input, Instant, Nullable, OneOf, Resource, Rate, Text } from '../../kernel/http/wire.ts'

export const Nothing = Input({})

export const MarketMove = Input(
  {
    rate: Type.Optional(Text(20, { description: 'New mid rate.', examples: ['0.88500'] })),
    shiftPercent: Type.Optional(
      Text(20, { description: 'Change of the rate in percent, with its sign.', examples: ['-5'] }),
    ),
  },
  { description: 'Send either `rate` or `shiftPercent`.' },
)

export const PairParam = Input({
  pair: Text(7, { description: 'Currency pair in six letters.', examples: ['EURGBP'] }),
})
export const TradeParam = Input({ tradeId: AnyId('the trade') })

export const MarketView = Resource('MarketRate', { currencyPair: Type.String(), mid: Rate, at: Instant })

export const MagicValues = Resource('MagicValueList', {
  data: Type.Array(
    Resource('MagicValue', {
      value: Type.String(),
      where: OneOf(['PaymentReference', 'PayeeName']),
      effect: Type.String(),
    }),
  ),
  nextCursor: Nullable(Type.String()),
})

export const ResetView = Resource('SandboxReset', {
  message: Type.String(),
  credentialsKept: Type.Boolean(),
  now: Instant,
})
