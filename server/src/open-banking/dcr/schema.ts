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
