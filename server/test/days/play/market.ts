import { type Act, note } from '../world.ts'

const PAIRS = ['EURUSD', 'GBPUSD', 'USDJPY', 'USDCHF', 'EURGBP'] as const
/** Percent that a pair may have gone in all before it is pulled back. */
const FAR = 12

/** Moves the market of a pair, by as much as 5 %. */
export const moveMarket: Act = async (turn) => {
  const { world, chance } = turn
  const pair = chance.pick(PAIRS)
  const far = world.moved.get(pair) ?? 0
  const size = chance.happens(25) ? chance.int(20, 50) / 10 : chance.int(1, 15) / 10
  const sign = Math.abs(far) > FAR ? -Math.sign(far) : chance.pick([-1, 1])
  const percent = size * sign
  world.moved.set(pair, far + percent)
  note(turn, 'move market', await world.driver.send(`/v1/sandbox/market/${pair}`, { shiftPercent: `${percent}` }))
}

/** Values the facilities and calls for margin outside the daily run. */
export const runMargin: Act = async (turn) => {
  note(turn, 'margin run', await turn.party.maker.send('/v1/sandbox/margin-runs', {}))
}
