import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { openSandboxApi } from '../support/sandbox-api.ts'

const db = await testDatabase()

/** Operations that a client of either role may call, with the reason. */
const OPEN_TO_BOTH: Record<string, string> = {
  'POST /v1/fx/rate-alerts': 'a notification moves nothing',
  'POST /v1/fx/rate-alerts/{rateAlertId}/cancel': 'a notification moves nothing',
  'POST /v1/payments/validate': 'changes nothing',
  'POST /v1/payments/verification': 'asks a bank about a payee; an approver may want to know too',
  'POST /v1/beneficiaries/validate': 'changes nothing',
  'POST /v1/credit/simulate': 'changes nothing',
  'POST /v1/fx/quotes/spot': 'a price binds nobody until a maker books it',
  'POST /v1/fx/quotes/forwards': 'a price binds nobody until a maker books it',
  'POST /v1/fx/trades/forwards/{tradeId}/amendments/quote': 'a price binds nobody until a maker books it',
  'POST /v1/fx/trades/spot/{tradeId}/amendments/quote': 'a price binds nobody until a maker books it',
}
const isSandbox = (operation: string) => operation.includes(' /v1/sandbox/') // a simulation has no four eyes

interface Operation {
  'x-role'?: string
  security?: unknown[]
}

async function openApp() {
  const { app, credentials, tokenOf, close } = await openSandboxApi(db)
  const document = (await app.inject({ url: '/openapi.json' })).json<{
    paths: Record<string, Record<string, Operation>>
  }>()
  const commands = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, { security }]) => method !== 'get' && (security ?? []).length > 0)
      .map(([method, { 'x-role': role }]) => ({ name: `${method.toUpperCase()} ${path}`, method, path, role })),
  )
  const call = async (token: string, { method, path }: { method: string; path: string }) => {
    const url = path.replaceAll(/\{[^}]+\}/g, 'x')
    const answer = await app.inject({
      method: method as 'POST',
      url,
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: answer.statusCode, body: answer.json<{ code: string; params?: { role?: string } }>() }
  }
  return {
    commands,
    call,
    close,
    maker: await tokenOf(credentials.clients.rm),
    approver: await tokenOf(credentials.approvers.rm),
  }
}

test('an approver cannot make, a maker cannot approve: every command declares the role it needs and refuses the other', async () => {
  const { commands, call, close, maker, approver } = await openApp()
  try {
    expect(commands.length).toBeGreaterThan(30)
    for (const command of commands) {
      const { name, role } = command
      if (role === 'any') {
        expect([name, isSandbox(name) || name in OPEN_TO_BOTH]).toEqual([name, true])
        continue
      }
      const refused = await call(role === 'maker' ? approver : maker, command)
      expect({ name, ...refused }).toMatchObject({
        name,
        status: 403,
        body: { code: 'role_missing', params: { role } },
      })
      const admitted = await call(role === 'maker' ? maker : approver, command)
      expect([name, admitted.body.code]).not.toEqual([name, 'role_missing'])
    }
    const names = commands.filter(({ role }) => role === 'any').map(({ name }) => name)
    expect(Object.keys(OPEN_TO_BOTH).filter((name) => !names.includes(name))).toEqual([])
  } finally {
    await close()
  }
})
