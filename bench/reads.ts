import { compareWithEcho, throughputFigure } from './against-echo.ts'
import type { BenchContext } from './context.ts'
import type { Figure } from './report.ts'

/** Balance reads against an echo of answers of the same size. */
export async function readFigures(context: BenchContext): Promise<Figure[]> {
  const { accounts, token } = context.entities[0]!
  const account = () => accounts[Math.floor(Math.random() * accounts.length)]!.wireId
  const balances = await compareWithEcho(context, {
    name: 'Balance of an account',
    sample: 'balance',
    method: 'GET',
    path: () => `/v1/balances?accountId=${account()}`,
    headers: { authorization: `Bearer ${token}` },
    expected: 200,
  })
  return [throughputFigure(balances, 0.3)]
}
