import type { FieldError } from '../../../kernel/values/refusals.ts'
import { latin } from '../../../payments/validation/index.ts'
import { fieldErrorOf, refuseOb } from '../../http/index.ts'
import type { PostalAddress } from './terms.ts'

/** Longest text of a bank's address. */
export const BANK_ADDRESS = 210

/** Postal addresses. Beside town, region, post code and country, a payment has two lines for all other parts. */

/** Longest line, town, region and post code of a payment, in characters of its Latin spelling. */
const LINE = 70
const TOWN = 35
const REGION = 35
const POST_CODE = 16

/** Length of a text as banks receive it. */
export const sentLength = (text: string | undefined): number => (text === undefined ? 0 : latin(text).length)

const AT = '/Data/Initiation'

/** Returns the two lines of an address; parts that do not fit are cut. Consents created now fit (`addressErrors`). */
export function linesOf(sent: PostalAddress | undefined): string[] {
  return packed(sent).lines.map((line) => line.slice(0, LINE))
}

/** Returns the town as payments carry it. */
export const townOf = (sent: PostalAddress | undefined): string | undefined => sent?.TownName?.slice(0, TOWN)

/** Returns an address as one text, for an element without parts; undefined for none. */
export function addressText(sent: PostalAddress | undefined): string | undefined {
  if (!sent) return undefined
  const town = [sent.PostCode, sent.TownName].filter(Boolean).join(' ')
  const all = [...partsOf(sent), town, sent.CountrySubDivision, sent.Country].filter(Boolean)
  return all.length === 0 ? undefined : all.join(', ')
}

/** Returns the errors of an address that a payment cannot carry whole. @param pointer its place in the initiation */
export function addressErrors(sent: PostalAddress | undefined, pointer: string): FieldError[] {
  if (!sent) return []
  const found = PARTS.filter(({ member, limit }) => sentLength(sent[member]) > limit).map(({ member, limit, what }) =>
    against(`${pointer}/${member}`, `at most ${limit} characters of a ${what} are carried`),
  )
  if (!packed(sent).isWhole)
    found.push(
      against(
        pointer,
        `beside town, region, post code and country, two lines of ${LINE} characters are carried; shorten it`,
      ),
    )
  return found
}

const PARTS = [
  { member: 'TownName', limit: TOWN, what: 'town' },
  { member: 'CountrySubDivision', limit: REGION, what: 'region' },
  { member: 'PostCode', limit: POST_CODE, what: 'post code' },
] as const

const against = (pointer: string, detail: string): FieldError =>
  fieldErrorOf(`${AT}${pointer}`, refuseOb.ob_rule_failed({ detail }))

/** Puts each part on its own line if there are two at most, otherwise as many on the first line as fit. */
function packed(sent: PostalAddress | undefined): { lines: string[]; isWhole: boolean } {
  const parts = sent ? partsOf(sent) : []
  const lines = parts.length <= 2 ? parts : filled(parts)
  return { lines: lines.slice(0, 2), isWhole: lines.length <= 2 && lines.every((line) => sentLength(line) <= LINE) }
}

function filled(parts: readonly string[]): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const line = lines.at(-1)
    if (line !== undefined && sentLength(line) + sentLength(part) + 2 <= LINE)
      lines[lines.length - 1] = `${line}, ${part}`
    else lines.push(part)
  }
  return lines
}

/** Returns the parts of an address without an element of their own, in the order of a letter. */
function partsOf(sent: PostalAddress): string[] {
  const street = [sent.BuildingNumber, sent.StreetName].filter(Boolean).join(' ')
  return [
    labelled('c/o', sent.CareOf),
    sent.Department,
    sent.SubDepartment,
    labelled('Room', sent.Room),
    labelled('Floor', sent.Floor),
    labelled('Unit', sent.UnitNumber),
    sent.BuildingName,
    street,
    labelled('PO Box', sent.PostBox),
    sent.TownLocationName,
    sent.DistrictName,
    ...(sent.AddressLine ?? []),
  ].filter((part): part is string => part !== undefined && part !== '')
}

/** Puts a label before a part whose text does not contain it: "Floor 3", but "3rd floor". */
function labelled(label: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  return text.toLowerCase().includes(label.toLowerCase()) ? text : `${label} ${text}`
}
