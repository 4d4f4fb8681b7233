import type { Institution } from '../institution/index.ts'
import type { Issuer } from './model.ts'

/** Returns the institution as documents name it. */
export const issuerOf = ({ name, licence, safeguarding, contact, objectionDays }: Institution): Issuer => ({
  name,
  licence,
  safeguarding,
  contact,
  objectionDays,
})
