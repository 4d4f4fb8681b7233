import { type Static, Type } from 'typebox'
import { listOf } from './listeners.ts'
import { isFileOrAddress } from './types.ts'

const Variables = Type.Object({
  OPEN_BANKING_CRL: Type.Optional(
    Type.Refine(
      Type.String({
        description: 'revocation lists: files or http addresses',
        expected: 'paths of files or http addresses without a user name, with commas between',
      }),
      (text) => listOf(text).every((source) => isFileOrAddress(source, ['http', 'https'])),
    ),
  ),
  OPEN_BANKING_CRL_UNKNOWN: Type.Enum(['reject', 'accept'], {
    default: 'reject',
    description: 'reject or accept certificates without a valid list',
  }),
  OPEN_BANKING_OCSP: Type.Optional(
    Type.String({
      pattern: '^(certificate|https?://[^\\s@]+)$',
      expected: 'certificate, or the http address of a responder without a user name',
      description:
        'OCSP responder: its http address, or certificate: the one that each certificate names (default: off)',
    }),
  ),
  OPEN_BANKING_OCSP_UNKNOWN: Type.Enum(['reject', 'accept'], {
    default: 'reject',
    description: 'reject or accept certificates without a valid response of the responder',
  }),
})

/** Environment variables about revoked client certificates. */
export const REVOCATION_VARIABLES = Variables.properties

/** Settings about revoked client certificates. */
export interface RevocationSettings {
  /** Files or addresses of revocation lists; may be empty. */
  revocationLists: string[]
  /** Treatment of certificates whose authority has no valid list. */
  whenUnlisted: 'reject' | 'accept'
  /** Absent: no responder is asked. */
  ocsp?: {
    /** Address of the responder; absent: the one that each certificate names. */
    address?: string
    /** Treatment of certificates without a valid response. */
    whenSilent: 'reject' | 'accept'
  }
}

/** Returns the settings about revoked client certificates. */
export function revocationOf(env: Static<typeof Variables>): RevocationSettings {
  const { OPEN_BANKING_CRL: lists = '', OPEN_BANKING_CRL_UNKNOWN: whenUnlisted, OPEN_BANKING_OCSP: ocsp } = env
  return {
    revocationLists: listOf(lists),
    whenUnlisted,
    ...(ocsp && {
      ocsp: { whenSilent: env.OPEN_BANKING_OCSP_UNKNOWN, ...(ocsp !== 'certificate' && { address: ocsp }) },
    }),
  }
}
