import { Type } from 'typebox'
import { Output, Resource, named } from '../kernel/http/wire.ts'

const Text = (description: string) => Type.Optional(Type.String({ description }))

/** Client authentication in a form; HTTP Basic is the other way. */
const authentication = {
  client_id: Text('Required with client_secret, unless you use HTTP Basic.'),
  client_secret: Text('A valid secret of the client.'),
  client_assertion: Text('JWT signed with the key of the client (private_key_jwt, RFC 7523).'),
  client_assertion_type: Text('urn:ietf:params:oauth:client-assertion-type:jwt-bearer'),
}

/** The rule of `errorOfOAuthQuery`. */
const unknown = {
  description:
    'Unknown fields of the form are ignored (RFC 6749 3.2). Query parameters are rejected: send everything in the form.',
}

export const TokenRequest = Type.Object(
  {
    grant_type: Type.String({ enum: ['client_credentials'] }),
    scope: Text('Scopes separated by spaces. Default: all scopes that the client has for any of its entities.'),
    ...authentication,
  },
  unknown,
)

export const TokenAnswer = Resource('Token', {
  access_token: Type.String(),
  token_type: Type.String({ enum: ['Bearer'] }),
  expires_in: Type.Integer({ description: 'Lifetime of the token in seconds of wall time.', examples: [3600] }),
  scope: Type.String({ description: 'Granted scopes.' }),
})

export const TokenReference = Type.Object(
  {
    token: Type.String(),
    token_type_hint: Text('Optional, and without effect: access_token.'),
    ...authentication,
  },
  unknown,
)

export const Introspection = Resource('TokenIntrospection', {
  active: Type.Boolean(),
  scope: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  sub: Type.Optional(Type.String({ description: 'The entity that the client was created for.' })),
  entity_ids: Type.Optional(Type.Array(Type.String(), { description: 'The entities that the token can be used for.' })),
  iss: Type.Optional(Type.String()),
  token_type: Type.Optional(Type.String()),
  iat: Type.Optional(Type.Integer()),
  exp: Type.Optional(Type.Integer()),
})

export const OAuthError = Output(
  { error: Type.String(), error_description: Type.String(), error_uri: Type.Optional(Type.String()) },
  named('OAuthError'),
)

export const Metadata = Resource('AuthorizationServerMetadata', {
  issuer: Type.String(),
  token_endpoint: Type.String(),
  revocation_endpoint: Type.String(),
  introspection_endpoint: Type.String(),
  grant_types_supported: Type.Array(Type.String()),
  response_types_supported: Type.Array(Type.String()),
  scopes_supported: Type.Array(Type.String()),
  token_endpoint_auth_methods_supported: Type.Array(Type.String()),
  token_endpoint_auth_signing_alg_values_supported: Type.Array(Type.String()),
  revocation_endpoint_auth_methods_supported: Type.Array(Type.String()),
  introspection_endpoint_auth_methods_supported: Type.Array(Type.String()),
  service_documentation: Type.String(),
})
