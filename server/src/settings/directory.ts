import { type Static, Type } from 'typebox'
import type { DirectorySource } from '../open-banking/dcr/index.ts'
import { fileOrAddress, pemFile } from './types.ts'
import { checkTexts } from './errors.ts'

const Variables = Type.Object({
  OPEN_BANKING_DIRECTORY_STATUS: fileOrAddress(
    ['https'],
    "the directory's list of third parties with their statuses: a file or an https address (default: off)",
  ),
  OPEN_BANKING_DIRECTORY_STATUS_UNKNOWN: Type.Enum(['reject', 'accept'], {
    default: 'reject',
    description: 'reject or accept third parties that this list lacks, and all without a list of the last day',
  }),
  OPEN_BANKING_DIRECTORY_STATUS_CERT: pemFile('PEM file of your client certificate for that address'),
  OPEN_BANKING_DIRECTORY_STATUS_KEY: pemFile('PEM file of its private key'),
  OPEN_BANKING_DIRECTORY_STATUS_CA: pemFile('PEM file of the authorities of that address (default: the public ones)'),
  OPEN_BANKING_DIRECTORY_STATUS_TOKEN: Type.Optional(
    Type.String({ description: 'file with a bearer token for that address, read again each time' }),
  ),
})

/** Environment variables about the statuses of third parties in the directory. */
export const DIRECTORY_VARIABLES = Variables.properties

/** Settings about the statuses of third parties in the directory. */
export interface DirectorySettings {
  /** Absent: no list is read. */
  directoryStatus?: {
    source: DirectorySource
    /** Treatment of third parties whose status in the directory is unknown now. */
    whenUnknown: 'reject' | 'accept'
  }
}

/** Returns the settings about the directory's statuses. @throws Error that names what does not go together */
export function directorySettingsOf(env: Static<typeof Variables>): DirectorySettings {
  const {
    OPEN_BANKING_DIRECTORY_STATUS: list,
    OPEN_BANKING_DIRECTORY_STATUS_CERT: file,
    OPEN_BANKING_DIRECTORY_STATUS_KEY: key,
    OPEN_BANKING_DIRECTORY_STATUS_CA: authorities,
    OPEN_BANKING_DIRECTORY_STATUS_TOKEN: token,
  } = env
  const access = [file, authorities, token].some((each) => each !== undefined)
  checkTexts([
    !file !== !key && 'OPEN_BANKING_DIRECTORY_STATUS_CERT and OPEN_BANKING_DIRECTORY_STATUS_KEY go together.',
    access &&
      !list?.startsWith('https://') &&
      'OPEN_BANKING_DIRECTORY_STATUS_CERT, _CA and _TOKEN need an https address as OPEN_BANKING_DIRECTORY_STATUS.',
  ])
  if (list === undefined) return {}
  return {
    directoryStatus: {
      whenUnknown: env.OPEN_BANKING_DIRECTORY_STATUS_UNKNOWN,
      source: {
        list,
        ...(file !== undefined && key !== undefined && { certificate: { file, key } }),
        ...(authorities !== undefined && { authorities }),
        ...(token !== undefined && { token }),
      },
    },
  }
}
