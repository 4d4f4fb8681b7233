import { refusals } from '../kernel/values/refusals.ts'
import type { Branch } from './branches.ts'
import type { Logo } from './logo.ts'

interface PostalAddress {
  line1: string
  line2?: string
  city: string
  region?: string
  postCode?: string
  countryCode: string
}

/** Returns an address as lines of a letter. */
export const addressLines = ({ line1, line2, postCode, city, region, countryCode }: PostalAddress): string[] => {
  const town = [postCode, city, region].filter(Boolean).join(' ')
  return [line1, line2, `${town}, ${countryCode}`].filter((line): line is string => Boolean(line))
}

/** The institution as this process shows it. Absent texts are empty. */
export interface Institution {
  /** Name in everyday use: on pages, in e-mails and at the head of documents. */
  name: string
  legalName: string
  address?: PostalAddress
  lei?: string
  /** Sentences on documents: the licence, and how clients' money is kept safe. */
  licence: string
  safeguarding: string
  /** Line on documents: contact for questions and complaints. */
  contact: string
  /** Line on pages: where users get help. */
  help: string
  logo?: Logo
  /** Six hexadecimal digits after #, in lower case. */
  colour: string
  /** Zone of the times on pages before a user is known. */
  timeZone: string
  /** Days after its issue in which a client can object to a confirmation. */
  objectionDays: number
  /** The first one keeps accounts of holders in countries without one. */
  branches: readonly Branch[]
  /** Members of the operator's file without which no account is opened, and which it lacks. */
  missing: readonly string[]
  /** Members of the same kind that a sandbox's own identity provides, because the file lacks them. */
  invented: readonly string[]
}

const refuse = refusals({
  institution_not_configured: {
    status: 409,
    message:
      'Accounts cannot be opened until the institution is configured. The operator adds to the file that INSTITUTION_FILE names: {missing}.',
  },
})

/**
 * Rejects new accounts of an institution whose identity is incomplete: payers would get details that no bank knows.
 *
 * @param isIssued true for an account whose number the operator's bank issued: it needs no branch
 * @throws institution_not_configured, with everything that is missing
 */
export function requireIdentity({ missing }: Pick<Institution, 'missing'>, isIssued = false): void {
  const needed = isIssued ? missing.filter((member) => member !== 'branches') : missing
  if (needed.length > 0) throw refuse.institution_not_configured({ missing: needed })
}
