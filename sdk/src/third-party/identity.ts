import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { TransportCertificate } from './mutual-tls.ts'

/** Third party as its directory knows it. */
export interface Identity {
  softwareId: string
  /** JWT of the directory that describes the software. */
  softwareStatement: string
  /** Key that signs registrations, client assertions, request objects and payments: PEM, with its id in the directory. */
  signingKey: string
  signingKeyId: string
  transport: TransportCertificate
  /** Address of the service's OpenID configuration. */
  discovery: string
  /** Id of the service in the directory: the audience of registrations. */
  audience: string
  redirectUris: string[]
  /** Issuer of message signatures, `<organisation>/<software>`. */
  messageSignatureIssuer: string
  /** Trust anchor of message signatures; default: openbanking.org.uk. */
  trustAnchor?: string
  /** Id that the service gave at the registration; absent: not yet registered. */
  clientId?: string
}

/** Reads the folder that the sandbox's `create-third-party` made. */
export function readThirdPartyFolder(folder: string): Identity {
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  const about = JSON.parse(read('third-party.json')) as Pick<
    Identity,
    'softwareId' | 'signingKeyId' | 'discovery' | 'audience' | 'redirectUris' | 'messageSignatureIssuer'
  >
  const { softwareId, signingKeyId, discovery, audience, redirectUris, messageSignatureIssuer } = about
  return {
    softwareId,
    signingKeyId,
    discovery,
    audience,
    redirectUris,
    messageSignatureIssuer,
    softwareStatement: read('software-statement.jwt').trim(),
    signingKey: read('signing-key.pem'),
    transport: { cert: read('transport.pem'), key: read('transport-key.pem'), ca: read('ca.pem') },
  }
}
