import { type Static, Type } from 'typebox'

const Variables = Type.Object({
  SANDBOX: Type.Boolean({ description: 'simulated market, rails and clock; false when NODE_ENV=production' }),
  SANDBOX_HISTORY: Type.Boolean({
    default: true,
    description: 'false: a new sandbox begins with its opening balances, without three months of transactions',
  }),
})

/** Environment variables of the sandbox. */
export const SANDBOX_VARIABLES = Variables.properties

export interface SandboxSettings {
  sandbox: boolean
  /** True if a new sandbox gets a history. */
  sandboxHistory: boolean
}

/** Returns the settings of the sandbox. */
export const sandboxOf = (env: Static<typeof Variables>): SandboxSettings => ({
  sandbox: env.SANDBOX,
  sandboxHistory: env.SANDBOX_HISTORY,
})
