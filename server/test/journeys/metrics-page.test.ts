import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/values/clock.ts'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { createDatabaseFigures } from '../../src/monitoring/database-figures.ts'
import { createMetrics } from '../../src/monitoring/index.ts'
import { addProcessFigures } from '../../src/monitoring/process-figures.ts'

const root = path.join(serverDirectory, '..')
const ops = path.join(root, 'ops')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

interface Metric {
  name: string
  help: string
  type: string
  labelNames: string[]
}
const metricsOf = (registry: Registry) => registry.getMetricsAsArray() as unknown as Metric[]

const ofProcess = createMetrics().registry
addProcessFigures(ofProcess, { db: { pool: { options: {} } }, batchers: {}, sources: {} } as never)
const ofDatabase = new Registry()
createDatabaseFigures(ofDatabase, { connection: {}, clock: systemClock })
const isOurs = ({ name }: Metric) => name.startsWith('cambist_')

const table = (metrics: Metric[]) =>
  [
    '| Metric | Type | Labels | Meaning |',
    '|---|---|---|---|',
    ...metrics
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, type, labelNames, help }) => {
        const labels = labelNames.map((label) => `\`${label}\``).join(', ')
        return `| \`${name}\` | ${type} | ${labels} | ${help.replaceAll('|', '\\|')} |`
      }),
  ].join('\n')

const PAGE = `# Metrics

With \`METRICS_PORT\` set, a process serves its metrics to Prometheus at \`/metrics\` on that port. Without it there are no metrics. The listener is on 127.0.0.1;
set \`METRICS_HOST\` to an address that only your collector can reach, because the listener asks for no token. The metrics contain no data of clients.

\`\`\`yaml
scrape_configs:
  - job_name: cambist
    static_configs:
      - targets: ['127.0.0.1:9464']
\`\`\`

[\`ops/alerts.yaml\`](../ops/alerts.yaml) has alert rules, and [\`ops/dashboard.json\`](../ops/dashboard.json) a dashboard for Grafana. Both expect the job name
\`cambist\`.

## Figures of a process

Each process reports its own. Add them up over the processes.

${table(metricsOf(ofProcess).filter(isOurs))}

- \`operation\` is the id of the operation in \`/openapi.json\`; in open banking the method and the pattern of the path. All unknown paths are \`unknown\`.
- \`batcher\` is \`transfers\` or \`payments\`. The average size of a batch is the rate of the commands divided by the rate of the batches.
  The average wait is the rate of the waiting time divided by the rate of the commands.
- \`queue\` is \`rail\` and the name of a bank's connection, or \`common\` for all other calls.
- One process at a time reads the files of a bank: take the minimum of \`cambist_bank_files_age_seconds\` over the processes.
- A report in a transaction that is repeated after a conflict counts twice.
- The duration of \`listEvents\` includes event streams, which stay open.

## Figures of the database

All processes report the same figures; only the age is their own. Take the maximum, not the sum. A scrape reads them if the last reading is five seconds old,
and waits half a second at most. If the database does not respond, the last figures stay, and their age grows.

${table(metricsOf(ofDatabase))}

Counts end at 50,000 jobs of a lane and 50,000 deliveries. Amounts are in units of their currency, as floating-point numbers: they are for alerts, and
\`operator reconcile\` has the exact ones.

## Figures of Node

The figures of Node and its process begin with \`nodejs_\` and \`process_\`; which of them exist depends on the platform. The alerts and the dashboard use these:

${table(metricsOf(ofProcess).filter(({ name }) => read('ops/dashboard.json').includes(name) && !name.startsWith('cambist_')))}
`

/** Reads a dashboard into the types of Grafana and prints what they hold: a member that Grafana does not know is lost. */
const READ_DASHBOARD = `
import json, sys
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.cog.plugins import register_default_plugins
from grafana_foundation_sdk.models.dashboard import Dashboard
register_default_plugins()
with open(sys.argv[1]) as file:
    print(json.dumps(Dashboard.from_json(json.load(file)), cls=JSONEncoder))
`

test('docs/metrics.md has every metric with its type, labels and meaning; -u writes it anew', async () => {
  await expect(PAGE).toMatchFileSnapshot(path.join(root, 'docs', 'metrics.md'))
})

describe('ops/', () => {
  const names = new Set([...metricsOf(ofProcess), ...metricsOf(ofDatabase)].map(({ name }) => name))
  const dashboard = JSON.parse(read('ops/dashboard.json')) as {
    panels: {
      id: number
      type: string
      title: string
      gridPos: { x: number; y: number; w: number; h: number }
      targets?: { expr: string }[]
    }[]
  }
  const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

  test.each([
    ['alerts.yaml', read('ops/alerts.yaml')],
    ['alerts.test.yaml', read('ops/alerts.test.yaml')],
    ['dashboard.json', read('ops/dashboard.json')],
  ])('%s uses only metrics that exist', (_file, text) => {
    const used = [...text.matchAll(/\b((?:cambist|nodejs|process)_[a-z0-9_]+)\s*\{/g)].map(([, name]) => name!)
    expect(used.length).toBeGreaterThan(15)
    const known = (name: string) => names.has(name) || names.has(name.replace(/_(bucket|count|sum)$/, ''))
    expect(used.filter((name) => !known(name))).toEqual([])
  })

  test('the dashboard shows every metric of ours', () => {
    const shown = expressions.join('\n')
    const rest = [...metricsOf(ofProcess).filter(isOurs), ...metricsOf(ofDatabase)].filter(
      ({ name }) => !new RegExp(`\\b${name}(_bucket)?\\{`).test(shown),
    )
    // Time per job and the number of findings are for queries and alerts.
    expect(rest.map(({ name }) => name).toSorted()).toEqual([
      'cambist_job_seconds_total',
      'cambist_reconciliation_findings',
    ])
  })

  test('the panels of the dashboard have ids of their own and do not overlap', () => {
    const { panels } = dashboard
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ title, gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => ({ title, cell: `${x + (i % w)},${y + Math.floor(i / w)}` })),
    )
    expect(new Set(cells.map(({ cell }) => cell)).size).toBe(cells.length)
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([])
  })

  test('every alert has a test', () => {
    const alerts = [...read('ops/alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)
    const tests = read('ops/alerts.test.yaml')
    expect(alerts.length).toBeGreaterThan(15)
    expect(alerts.filter((name) => !new RegExp(`\\b${name}\\b`).test(tests))).toEqual([])
  })

  const hasPromtool = spawnSync('promtool', ['--version']).status === 0
  const run = (program: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
    return { status, output: status === 0 ? '' : `${stdout}${stderr}` }
  }

  test.skipIf(!hasPromtool)('promtool accepts the alert rules and their tests (skipped without promtool)', () => {
    expect(run('promtool', 'check', 'rules', path.join(ops, 'alerts.yaml'))).toEqual({ status: 0, output: '' })
    expect(run('promtool', 'test', 'rules', path.join(ops, 'alerts.test.yaml'))).toEqual({ status: 0, output: '' })
  })

  test.skipIf(!hasPromtool)('promtool reads each query of the dashboard (skipped without promtool)', () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'cambist-queries-'))
    try {
      const rules = expressions.map((expr, i) => ({
        record: `query:${i}`,
        expr: expr.replaceAll('$__rate_interval', '5m'),
      }))
      const file = path.join(directory, 'queries.yaml')
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'queries', rules }] }))
      expect(run('promtool', 'check', 'rules', file)).toEqual({ status: 0, output: '' })
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  const python = process.env['GRAFANA_PYTHON'] ?? 'python3'
  const hasLibrary = spawnSync(python, ['-c', 'import grafana_foundation_sdk']).status === 0
  test.skipIf(!hasLibrary)(
    'Grafana’s own library reads all of the dashboard (skipped without grafana-foundation-sdk)',
    () => {
      const { status, stdout, stderr } = spawnSync(python, ['-c', READ_DASHBOARD, path.join(ops, 'dashboard.json')], {
        encoding: 'utf8',
      })
      expect([status, stderr]).toEqual([0, ''])
      expect(JSON.parse(stdout)).toMatchObject(dashboard)
    },
  )

  const hasLinter = spawnSync('dashboard-linter', ['--help']).status === 0
  test.skipIf(!hasLinter)('dashboard-linter accepts the dashboard (skipped without dashboard-linter)', () => {
    const file = path.join(ops, 'dashboard.json')
    expect(run('dashboard-linter', 'lint', '--strict', file)).toEqual({ status: 0, output: '' })
  })
})
