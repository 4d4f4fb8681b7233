/** Paths: the front channel on the ordinary origin, the rest on the listener with client certificates. */
export const PATHS = {
  authorization: '/open-banking/authorize',
  consent: '/open-banking/consent',
  token: '/token',
  jwks: '/jwks',
  introspection: '/token/introspection',
  revocation: '/token/revocation',
  pushed_authorization_request: '/par',
} as const
