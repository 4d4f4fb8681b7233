import type { FastifyRequest } from 'fastify'
import type { Admission, AuthenticateThirdParty } from '../dcr/index.ts'
import { refuseOb } from './refusals.ts'

const CHALLENGE = { headers: { 'www-authenticate': 'Bearer realm="open-banking"' } }

/**
 * Lets a caller in: 401 without a valid token bound to its certificate, and for a client's own token where a user's is
 * needed; 403 for a user's token where the client's own is needed, and for a token without the scope.
 */
export async function admit(
  deps: { authenticateThirdParty: AuthenticateThirdParty },
  request: FastifyRequest,
  scope: 'accounts' | 'payments',
): Promise<void> {
  const admission = await deps.authenticateThirdParty(request)
  if (!admission.admitted) throw refusedAdmission(admission)
  const { thirdParty } = admission
  const needed = request.routeOptions.config.ob?.grant ?? 'client'
  if (needed === 'psu' && thirdParty.grant !== 'authorization_code') throw refuseOb.ob_unauthorised({}, CHALLENGE)
  if (needed === 'client' && thirdParty.grant !== 'client_credentials')
    throw refuseOb.ob_forbidden({ detail: 'use a token of the client_credentials grant here' })
  if (!thirdParty.scopes.has(scope)) throw refuseOb.ob_forbidden({ detail: `use a token with the scope ${scope}` })
  request.thirdParty = thirdParty
}

function refusedAdmission({ error }: Exclude<Admission, { admitted: true }>) {
  const refuse = error === 'token_expired' ? refuseOb.ob_token_expired : refuseOb.ob_unauthorised
  return refuse({}, CHALLENGE)
}
