import type { IncomingMessage } from 'node:http'
import type { JSONWebKeySet } from 'jose'
import type { Introduction } from './introduction.ts'
import type { Image } from './logos/image.ts'

/** Caller of the open-banking interface, authenticated by a token and the certificate bound to it. */
export interface ThirdParty {
  /** OAuth client id, as on the wire: the key of everything a third party owns. */
  clientId: string
  grant: 'client_credentials' | 'authorization_code'
  /** `accounts`, `payments`, `openid`. */
  scopes: ReadonlySet<string>
  /** Grant authorization_code only: the ConsentId on the wire (the journey's `openbanking_intent_id`). */
  consentId?: string
  /** Grant authorization_code only: stored uuid of the approving user. */
  psuId?: string
  /** Grant authorization_code only: stored uuid of that user's entity. */
  entityId?: string
  /** Base64url SHA-256 of the certificate presented (`x5t#S256`). */
  certificateThumbprint: string
}

/**
 * Reason for rejecting a caller; all return 401. `expired` is separate because v4.0 answers it with a body; only the
 * holder of the token's certificate gets it.
 */
export type AdmissionError = 'token_missing' | 'token_invalid' | 'token_expired' | 'certificate_missing'

export type Admission = { admitted: true; thirdParty: ThirdParty } | { admitted: false; error: AdmissionError }

/**
 * Proves a request by its bearer token and its client certificate (of the TLS connection, or of the trusted proxy's
 * header where that is configured). Answers at once when the token is cached; a revoked token is refused within a second.
 */
export type AuthenticateThirdParty = (request: {
  raw: IncomingMessage
  headers: IncomingMessage['headers']
}) => Admission | Promise<Admission>

/** A registered third party, as far as others need to know it. */
export interface ThirdPartyProfile {
  clientId: string
  /** Name shown to the PSU. */
  name: string
  organisationName: string
  /** `{org-id}/{software-id}`: the `iss` of its message signatures. */
  signatureIssuer: string
  /** Subject of its transport certificate at registration, the other `iss` a signature may carry. */
  certificateSubject: string
  scopes: readonly string[]
}

/** A registered third party as the users' pages show it. */
export interface IntroducedThirdParty extends ThirdPartyProfile, Introduction {
  /** Changes with its logo; absent without one. */
  logoVersion?: string
}

/** The registered third parties. */
export interface ThirdParties {
  find: (clientId: string) => Promise<ThirdPartyProfile | undefined>
  /**
   * The public signing keys behind the software statement's JWKS address, revoked ones left out; kept for minutes.
   *
   * @param kid the key wanted: when it is not among those kept they are read again, at most once in ten seconds
   */
  signingKeys: (clientId: string, kid?: string) => Promise<JSONWebKeySet>
}

/** The registered third parties as the users' pages show them. */
export interface IntroducingThirdParties extends ThirdParties {
  introduce: (clientId: string) => Promise<IntroducedThirdParty | undefined>
  /** Returns the logo that was read at registration. */
  logo: (clientId: string) => Promise<Image | undefined>
}
