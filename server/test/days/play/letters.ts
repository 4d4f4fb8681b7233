import { changeLetter, firstLetter, type Terms } from '../model/letters.ts'
import type { Facility, Page } from '../read/resources.ts'
import type { Act } from '../world.ts'
import { run } from './operators.ts'

/** The operator changes what happens to unmet margin calls, and the client has signed the letter that states it, or not. */
export const changeFacilityLetter: Act = async (turn) => {
  const { world, party, chance } = turn
  const { data } = await party.maker.get<Page<Facility>>(`/v1/credit/facilities?entityId=${party.entityId}`)
  const facility = data[0]
  if (!facility || world.changing.has(facility.facilityId)) return
  const { facilityId, marginCallTerms } = facility
  const change: Partial<Terms> = {
    ...(chance.happens(50) ? { overdueAction: chance.pick(['Alert', 'CloseOut']) } : {}),
    ...(chance.happens(50) ? { overdueGraceHours: chance.pick([0, 6, 24, 60]) } : {}),
    ...(chance.happens(20) ? { collection: chance.pick(['Automatic', 'OnRequest']) } : {}),
  }
  const isSigned = chance.happens(35)
  const words = [
    ...(change.overdueAction === undefined ? [] : ['--overdue', change.overdueAction]),
    ...(change.overdueGraceHours === undefined ? [] : ['--grace-hours', `${change.overdueGraceHours}`]),
    ...(change.collection === undefined ? [] : ['--collection', change.collection]),
    ...(isSigned ? ['--signed'] : []),
  ]
  const letter = world.letters.get(facilityId) ?? firstLetter(marginCallTerms)
  world.changing.add(facilityId)
  const what = `facility letter ${isSigned ? 'signed' : 'unsigned'}`
  const done = await run(turn, what, 'set-facility', '--entity', party.entityId, '--facility', facilityId, ...words)
  if (!done) {
    world.letters.delete(facilityId) // nobody knows what it did: the facility is neither changed nor compared again
    return
  }
  changeLetter(letter, { change, isSigned, at: world.now })
  world.letters.set(facilityId, letter)
  world.changing.delete(facilityId)
}
