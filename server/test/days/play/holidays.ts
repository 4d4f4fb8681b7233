import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page, Trade } from '../read/resources.ts'
import { type Act, addDays, dayOf, note } from '../world.ts'
import { run } from './operators.ts'

/** A government closes a day on which something is to settle: the import lists those deals and leaves their dates alone. */
export const importHoliday: Act = async (turn) => {
  const { world, party, chance } = turn
  if (!chance.happens(25)) return
  const { data } = await party.maker.get<Page<Trade>>(
    `/v1/fx/trades?entityId=${party.entityId}&status=Executed&limit=50`,
  )
  const soon = addDays(dayOf(world.now), 1)
  const isWeekday = ({ valueDate }: Trade) => ![0, 6].includes(new Date(valueDate).getUTCDay())
  const open = data.filter((trade) => trade.valueDate > soon && isWeekday(trade))
  if (open.length === 0) return
  const { tradeId, valueDate: day, buyCurrency, sellCurrency } = chance.pick(open)
  const currency = chance.pick([buyCurrency, sellCurrency])
  const file = path.join(world.server.environment.DATA_DIR!, 'holidays.csv')
  writeFileSync(
    file,
    `calendar,day,name,source,as_of\n${currency},${day},Day of mourning,Official gazette,${dayOf(world.now)}\n`,
  )
  const words = ['--file', file, '--from', day, '--to', day, '--source', 'Official gazette']
  const done = await run<{ added: string[]; touchedTrades: string[] }>(
    turn,
    'import holiday',
    'import-holidays',
    ...words,
  )
  if (!done || done.added.length === 0) return // it was closed before
  const after = await party.maker.get<Trade>(`/v1/fx/trades/${tradeId}`)
  const isListed = done.touchedTrades.some((line) => line.includes(tradeId))
  if (after.status === 'Executed' && after.valueDate !== day) note(turn, 'import holiday', 'DEAL DATED ANEW')
  if (after.status === 'Executed' && !isListed) note(turn, 'import holiday', 'DEAL NOT LISTED')
}
