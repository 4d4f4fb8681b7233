import { addressLines, type Institution } from '../institution/index.ts'
import type { Issuer } from './model.ts'

/** Returns the institution as documents name and show it. */
export function issuerOf(institution: Institution): Issuer {
  const { name, legalName, address, lei, licence, safeguarding, contact, objectionDays, colour, logo } = institution
  return {
    name,
    ...(legalName !== name && { legalName }),
    ...(address && { address: addressLines(address) }),
    ...(lei !== undefined && { lei }),
    licence,
    safeguarding,
    contact,
    objectionDays,
    colour,
    ...(logo && { logo: logo.picture }),
  }
}

/** The issuer without its look, as records keep it. */
export const namesOf = ({ logo: _logo, colour: _colour, ...names }: Issuer): Issuer => names

/** Returns the names of a record in the look of today. */
export const withLook = (names: Issuer, { logo, colour }: Pick<Issuer, 'logo' | 'colour'>): Issuer => ({
  ...names,
  ...(logo && { logo }),
  ...(colour !== undefined && { colour }),
})

/** Returns the institution as a party to a contract: registered name, address and LEI, then further lines. */
export const partyOf = (role: string, issuer: Issuer, more: readonly string[] = []) => ({
  role,
  name: issuer.legalName ?? issuer.name,
  lines: [
    ...(issuer.address ?? []),
    ...(issuer.lei === undefined ? [] : [`LEI ${issuer.lei}`]),
    ...more.filter(Boolean),
  ],
})
