import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../settings/config.ts'
import { ConnectionLoss } from '../../kernel/db/connection-loss.ts'
import { createHttp } from '../../kernel/http/http.ts'
import { systemClock } from '../../kernel/values/clock.ts'
import { formScope } from './forms.ts'
import { frameOf } from './pages/files.ts'

const lines: string[] = []
const app = createHttp({ clock: systemClock, authenticate: () => undefined })
app.log.error = (...given: unknown[]) => void lines.push(JSON.stringify(given))
app.decorate('pageFrame', frameOf(readConfig({}).institution))
const config = { public: true }
formScope(app, (scope) => {
  scope.get('/away', { config, schema: { hide: true } }, () => {
    throw new ConnectionLoss(new Error('write EPIPE'), false)
  })
  scope.get('/broken', { config, schema: { hide: true } }, () => {
    throw new Error('a defect')
  })
})
afterAll(() => app.close())

test('a user whose page needs the database while it is away is asked to come back, without a defect in the log', async () => {
  const answer = await app.inject({ url: '/away' })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, expect.stringMatching(/^[0-9]+$/)])
  expect(answer.headers['content-security-policy']).toBeDefined()
  expect(answer.body).toContain('Please try again in a moment.')
  expect(lines).toEqual([])
})

test('a defect behind a page is a 500 and in the log', async () => {
  expect((await app.inject({ url: '/broken' })).statusCode).toBe(500)
  expect(lines.join()).toContain('defect')
})
