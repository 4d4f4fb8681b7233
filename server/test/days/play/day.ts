import type { Chance } from '../../crash/chance.ts'
import type { Kill, KillMoment } from '../kills.ts'
import { addDays, amountOf, dayOf, note, type Party, type Turn, type World } from '../world.ts'
import { drawAct } from './index.ts'

export interface DayOptions {
  /** Number of acts per business day. */
  acts: number
  /** The kill of the day, if there is one. */
  kill?: Kill | undefined
  /** Chance in percent that the server is restarted in order. */
  restartPercent: number
}

/** Hours of UTC between which the acts of a business day lie; each day draws how it passes them. */
const OPENING = 7
const CLOSING = 20
/** Time of the comparison: after the last cut-off of the day, before the day ends in London. */
const NIGHT = '23:10:00.000Z'
/** Callers that act beside each other. */
const LANES = 3

/** Moves the sandbox's clock to an instant; an earlier one than now moves it not at all. */
export async function moveTo(world: World, at: Date): Promise<void> {
  if (at <= world.now) return
  const answer = await world.driver.send('/v1/sandbox/clock', { set: at.toISOString() })
  note({ world }, 'move clock', answer)
  if (answer.status === 200) world.now = at
}

/** Plays a day from its morning to its night. */
export async function playDay(world: World, day: string, chance: Chance, options: DayOptions): Promise<void> {
  const isWeekend = [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())
  const phases = isWeekend ? 1 : chance.int(3, 5)
  const each = Math.ceil((isWeekend ? options.acts / 8 : options.acts) / phases)
  const { kill } = options
  const killedIn = chance.int(0, phases - 1)
  const restart = chance.happens(options.restartPercent) ? chance.int(0, phases - 1) : undefined
  for (let phase = 0; phase < phases; phase++) {
    const hour = OPENING + ((CLOSING - OPENING) * phase) / phases
    const at = new Date(Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000 + chance.int(0, 5_000_000))
    const isKilled = (moment: KillMoment) => kill?.moment === moment && killedIn === phase
    if (isKilled('moving')) killSoon(world, kill!, chance.int(0, 60))
    await moveTo(world, at)
    if (isKilled('acting')) killSoon(world, kill!, chance.int(0, 400))
    if (restart === phase) {
      note({ world }, 'restart', 'done')
      void world.server.restart()
    }
    await actTogether(world, chance.branch(`phase ${phase}`), each, isWeekend)
    letBankAnswer(world, chance.branch(`bank ${phase}`))
    for (let step = chance.int(1, 3); step > 0; step--)
      await moveTo(world, new Date(world.now.getTime() + chance.int(1, 900) * 1000))
  }
  if (kill?.moment === 'the night') killSoon(world, kill, chance.int(0, 100))
  await moveTo(world, new Date(`${day}T${NIGHT}`))
  await world.server.up()
  if (!world.bank) return
  await world.bank.settled()
  await moveTo(world, new Date(world.now.getTime() + 1000)) // so that what the files made due is done
}

/** Lets the bank collect payments and answer some of them. */
function letBankAnswer({ bank, parties, announced, now }: World, chance: Chance): void {
  if (!bank) return
  bank.collect(chance)
  bank.answer(chance)
  if (!chance.happens(15)) return
  const accounts = chance.shuffle(parties.flatMap((party) => party.accounts)).slice(0, chance.int(1, 3))
  const credits = accounts.map(({ accountId, identifiers: { iban }, currency }) => ({
    accountId,
    iban,
    currency,
    amount: amountOf(chance, currency, 10, 4_000),
  }))
  for (const { accountId, currency, amount } of credits)
    announced.push({ day: dayOf(now), accountId, currency, amount })
  const lost = { iban: 'GB33BUKB20201555555555', currency: 'GBP', amount: '77.00' }
  bank.notify(chance, chance.happens(20) ? [...credits, lost] : credits)
}

/** Kills the server after some milliseconds, in any state; it restarts immediately. */
function killSoon(world: World, { moment, starts }: Kill, ms: number): void {
  note({ world }, `kill while ${moment}`, 'done')
  for (let i = 0; i < starts.length; i++) note({ world }, 'kill of a start', 'done')
  setTimeout(() => void world.server.kill(starts), ms)
}

/** Several callers act beside each other, one thing after the other each. */
async function actTogether(world: World, chance: Chance, acts: number, isAtRest: boolean): Promise<void> {
  const lane = async (luck: Chance) => {
    for (let i = 0; i < Math.ceil(acts / LANES); i++) await actOnce(world, luck.branch(i), isAtRest)
  }
  await Promise.all(Array.from({ length: LANES }, (_, i) => lane(chance.branch(`lane ${i}`))))
}

async function actOnce(world: World, chance: Chance, isAtRest: boolean): Promise<void> {
  const party = drawParty(world, chance)
  const turn: Turn = { world, party, chance }
  await drawAct(chance, party, isAtRest)(turn)
}

/** Draws the acting party, occasionally through the client of several entities. */
function drawParty({ parties, group }: World, chance: Chance): Party {
  const isGroup = chance.happens(15)
  const party = chance.pick(isGroup ? group.parties : parties)
  return isGroup ? { ...party, maker: group.caller } : party
}

/** The days that are played: every day, of which the weekdays count. */
export function* daysFrom(
  world: World,
  businessDays: number,
): Generator<{ day: string; isBusiness: boolean; count: number }> {
  let count = 0
  for (let day = dayOf(world.now); count < businessDays; day = addDays(day, 1)) {
    const isBusiness = ![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay())
    if (isBusiness) count++
    yield { day, isBusiness, count }
  }
}
