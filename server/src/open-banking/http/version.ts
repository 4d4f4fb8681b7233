/** Versions of the standard that are served side by side; a patch release never shows in an address. */
const VERSIONS = ['3.1', '4.0'] as const
export type ObVersion = (typeof VERSIONS)[number]

/** Account information, and payment initiation: the two halves of a version. */
export type Family = 'aisp' | 'pisp'

/** Returns the base path of a version's half: "/open-banking/v4.0/aisp". */
export const basePath = (version: ObVersion, family: Family): string => `/open-banking/v${version}/${family}`

/** The version an address speaks of; the newest for an address of none. */
export const versionOf = (url: string): ObVersion =>
  VERSIONS.find((version) => url.startsWith(`/open-banking/v${version}/`)) ?? '4.0'
