import { type Static, Type } from 'typebox'

const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength })
const Uri = Type.String({ minLength: 1, maxLength: 256, pattern: '^https?://' })
const Seconds = Type.Integer({ minimum: 0 })
const Base62 = Type.String({ pattern: '^[0-9a-zA-Z]{1,22}$' })

/** The claims of a software statement that we read (Directory API 2.2); others are passed over. */
export const SoftwareStatement = Type.Object({
  iss: Text(255),
  iat: Seconds,
  exp: Type.Optional(Seconds),
  jti: Text(255),
  software_id: Base62,
  software_client_id: Type.Optional(Text(255)),
  software_client_name: Type.Optional(Text(255)),
  software_client_description: Type.Optional(Type.String({ maxLength: 2000 })),
  software_version: Type.Optional(Type.Union([Type.String({ maxLength: 50 }), Type.Number()])),
  software_client_uri: Type.Optional(Type.String({ maxLength: 256 })),
  software_environment: Type.Optional(Type.String({ maxLength: 100 })),
  software_mode: Type.Optional(Type.String({ pattern: '^([Ll]ive|[Tt]est)$' })),
  software_redirect_uris: Type.Array(Uri, { minItems: 1 }),
  software_roles: Type.Array(Text(40), { minItems: 1 }),
  software_jwks_endpoint: Uri,
  software_jwks_revoked_endpoint: Type.Optional(Type.String({ maxLength: 256 })),
  software_logo_uri: Type.Optional(Type.String({ maxLength: 256 })),
  software_policy_uri: Type.Optional(Type.String({ maxLength: 256 })),
  software_tos_uri: Type.Optional(Type.String({ maxLength: 256 })),
  software_on_behalf_of_org: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  org_id: Text(40),
  org_name: Text(255),
  org_status: Type.String(),
  org_jwks_endpoint: Type.Optional(Type.String({ maxLength: 256 })),
  org_jwks_revoked_endpoint: Type.Optional(Type.String({ maxLength: 256 })),
  organisation_competent_authority_claims: Type.Optional(
    Type.Union([Type.Object({ registration_id: Type.Optional(Type.String()) }), Type.Array(Type.Unknown())]),
  ),
})
export type SoftwareStatement = Static<typeof SoftwareStatement>

const ADDRESS = 'an address of at most 256 characters'

/** Valid values of these claims in words. */
export const VALID_IN_STATEMENT: Readonly<Record<keyof SoftwareStatement, string>> = {
  iss: 'the issuer of the directory',
  iat: 'seconds since 1970',
  exp: 'seconds since 1970',
  jti: 'a text of 1 to 255 characters',
  software_id: '1 to 22 letters and digits',
  software_client_id: 'a text of 1 to 255 characters',
  software_client_name: 'a text of 1 to 255 characters',
  software_client_description: 'a text of at most 2000 characters',
  software_version: 'a number, or a text of at most 50 characters',
  software_client_uri: ADDRESS,
  software_environment: 'a text of at most 100 characters',
  software_mode: 'live or test',
  software_redirect_uris: 'a list of one or more http or https addresses',
  software_roles: 'a list of one or more texts such as AISP and PISP',
  software_jwks_endpoint: 'the http or https address of the key set of the software',
  software_jwks_revoked_endpoint: ADDRESS,
  software_logo_uri: ADDRESS,
  software_policy_uri: ADDRESS,
  software_tos_uri: ADDRESS,
  software_on_behalf_of_org: 'a text',
  org_id: 'a text of 1 to 40 characters',
  org_name: 'a text of 1 to 255 characters',
  org_status: 'a text: Active, Revoked or Withdrawn',
  org_jwks_endpoint: ADDRESS,
  org_jwks_revoked_endpoint: ADDRESS,
  organisation_competent_authority_claims: 'an object or a list of objects',
}

/** Claims of a registration request, 3.4 and 3.3. Unknown claims are ignored, as RFC 7591 requires. */
export const RegistrationRequest = Type.Object({
  iss: Base62,
  iat: Seconds,
  exp: Seconds,
  aud: Type.Union([Text(256), Type.Array(Text(256), { minItems: 1 })]),
  jti: Type.String({
    pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$',
  }),
  client_id: Type.Optional(Text(36)),
  redirect_uris: Type.Array(Text(256), { minItems: 1, maxItems: 50 }),
  token_endpoint_auth_method: Type.String(),
  grant_types: Type.Array(Type.String(), { minItems: 1 }),
  response_types: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
  software_id: Type.Optional(Base62),
  scope: Text(256),
  software_statement: Type.String(),
  application_type: Type.Enum(['web', 'native', 'mobile']),
  id_token_signed_response_alg: Type.String(),
  request_object_signing_alg: Type.String(),
  token_endpoint_auth_signing_alg: Type.Optional(Type.String()),
  tls_client_auth_subject_dn: Type.Optional(Text(512)),
})
export type RegistrationRequest = Static<typeof RegistrationRequest>

/** Valid values of these claims in words. */
export const VALID_IN_REQUEST: Readonly<Record<keyof RegistrationRequest, string>> = {
  iss: 'the software_id of the software statement',
  iat: 'seconds since 1970',
  exp: 'seconds since 1970, at most 60 minutes after iat',
  aud: 'our organisation id, a text or a list of texts',
  jti: 'a new UUID of version 4',
  client_id: 'a text of 1 to 36 characters',
  redirect_uris: 'a list of 1 to 50 texts of at most 256 characters, each of them in the software statement',
  token_endpoint_auth_method: 'private_key_jwt or tls_client_auth',
  grant_types: 'a list of one or more texts, among them client_credentials',
  response_types: 'a list that contains code id_token or code',
  software_id: 'the software_id of the software statement',
  scope: 'a text of at most 256 characters with accounts, payments or both',
  software_statement: 'the signed statement of the directory',
  application_type: 'web, native or mobile',
  id_token_signed_response_alg: 'PS256',
  request_object_signing_alg: 'PS256 or ES256',
  token_endpoint_auth_signing_alg: 'PS256 or ES256',
  tls_client_auth_subject_dn: 'a text of 1 to 512 characters, the subject of the client certificate',
}

const Claim = Type.Optional(Type.String())
const Claims = Type.Optional(Type.Array(Type.String()))

/** Claims of the software statement that a registration shows beside its own. */
export const FLATTENED = {
  software_client_id: Claim,
  software_client_name: Claim,
  software_client_description: Claim,
  software_version: Type.Optional(Type.Union([Type.String(), Type.Number()])),
  software_client_uri: Claim,
  software_environment: Claim,
  software_mode: Claim,
  software_redirect_uris: Claims,
  software_roles: Claims,
  software_jwks_endpoint: Claim,
  software_logo_uri: Claim,
  software_policy_uri: Claim,
  software_tos_uri: Claim,
  software_on_behalf_of_org: Claim,
  org_id: Claim,
  org_name: Claim,
  org_status: Claim,
  org_contacts: Type.Optional(Type.Array(Type.Unknown())),
  org_jwks_endpoint: Claim,
}

/** A registration in an answer: the registered claims, with those of the software statement beside them. */
export const Registration = Type.Object({
  client_id: Type.String(),
  client_id_issued_at: Seconds,
  redirect_uris: Type.Array(Type.String()),
  token_endpoint_auth_method: Type.String(),
  grant_types: Type.Array(Type.String()),
  scope: Type.String(),
  software_id: Type.String(),
  software_statement: Type.String(),
  application_type: Type.String(),
  id_token_signed_response_alg: Type.String(),
  request_object_signing_alg: Type.String(),
  response_types: Type.Optional(Type.Array(Type.String())),
  token_endpoint_auth_signing_alg: Type.Optional(Type.String()),
  tls_client_auth_subject_dn: Type.Optional(Type.String()),
  ...FLATTENED,
})
