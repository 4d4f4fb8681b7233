import { Input } from '../../kernel/http/wire.ts'
import { asMove } from '../../kernel/db/db.ts'
import { runCommand } from '../../kernel/http/command.ts'
import type { App, Deps } from '../../kernel/http/http.ts'
import { marketSession } from '../../fx/calendar/index.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { SandboxClock } from './clock.ts'
import { checkMode, type ClockState, timeOf } from './rules.ts'
import { ClockMove, ClockView } from './schema.ts'
import { moveClock, type MoveDeps } from './service.ts'

export function clockRoutes(app: App, deps: Deps & MoveDeps): void {
  const config = { scope: 'sandbox:simulate' as const, entities: 'any' as const }
  const inTurn = oneAtATime()

  app.get(
    '/v1/sandbox/clock',
    {
      config,
      schema: {
        summary: 'Get business time',
        description:
          'Returns the sandbox’s time, which decides cut-offs, value dates and expiries, and whether it is frozen.',
        querystring: Input({}),
        response: { 200: ClockView },
      },
    },
    () => present(deps.clock, deps.clock.state()),
  )

  app.post(
    '/v1/sandbox/clock',
    {
      config: { ...config, role: 'any' },
      schema: {
        summary: 'Move, freeze or resume business time',
        description:
          'Moves forward only. The response arrives after all jobs that became due have run. In a long move, jobs of commands that other clients send meanwhile run after it.',
        querystring: Input({}),
        body: ClockMove,
        response: { 200: ClockView },
      },
    },
    async (request, reply) => {
      const move = checkMode(request.body)
      try {
        const db = asMove(deps.db)
        return await inTurn(() =>
          runCommand({ ...deps, db }, request, reply, 'sandboxClock.move', async ({ tx }) => ({
            status: 200,
            body: present(deps.clock, await moveClock(tx, deps, move)),
          })),
        )
      } catch (error) {
        await deps.clock.reload().catch(() => {}) // the database is away: the clock is read again when it is back
        throw error
      }
    },
  )
}

function present(clock: SandboxClock, state: ClockState) {
  const wall = clock.wall()
  const now = timeOf(state, wall)
  return {
    now: now.toISOString(),
    offsetSeconds: Math.round((now.getTime() - wall.getTime()) / 1000),
    frozen: state.frozenAt !== null,
    marketOpen: marketSession(now).isOpen,
  }
}
