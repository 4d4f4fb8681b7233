import { createHash } from 'node:crypto'
import { type Chance, chanceFrom } from '../crash/chance.ts'

/** A source of chance like `chanceOf`, for many draws: it hashes once per branch, not once per draw. */
export function fastChance(seed: string): Chance {
  const start = createHash('sha256').update(seed).digest()
  const state = new Uint32Array([0, 4, 8, 12].map((at) => start.readUInt32LE(at)))
  const fraction = () => drawOf(state) / 2 ** 32
  return chanceFrom(fraction, (name) => fastChance(`${seed}/${name}`))
}

/** Draws 32 bits and moves the state on: xorshift128 (Marsaglia 2003). */
function drawOf(state: Uint32Array): number {
  let mixed = state[3]!
  mixed ^= mixed << 11
  mixed ^= mixed >>> 8
  state[3] = state[2]!
  state[2] = state[1]!
  state[1] = state[0]!
  state[0] = mixed ^ state[0]! ^ (state[0]! >>> 19)
  return state[0]!
}
