import { type Static, Type } from 'typebox'

const Variables = Type.Object({
  METRICS_PORT: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65535,
      description: 'port of the metrics for Prometheus (docs/metrics.md); none: they are off',
    }),
  ),
  METRICS_HOST: Type.String({ default: '127.0.0.1', description: 'address on which METRICS_PORT listens' }),
})

/** Environment variables of monitoring. */
export const MONITORING_VARIABLES = Variables.properties

/** Settings of monitoring. */
export interface MonitoringSettings {
  /** Listener of the metrics; absent: no metrics are kept. */
  metrics?: { port: number; host: string }
}

/** Returns the settings of monitoring. */
export const monitoringOf = (env: Static<typeof Variables>): MonitoringSettings =>
  env.METRICS_PORT === undefined ? {} : { metrics: { port: env.METRICS_PORT, host: env.METRICS_HOST } }
