import fs from 'node:fs'
import path from 'node:path'
import { execSync } from 'node:child_process'
import { openDb } from '../../server/src/kernel/db.ts'
import { startPostgres } from '../../server/src/kernel/postgres/index.ts'
import { populate } from '../population.ts'
import { startEcho, startServer } from '../processes.ts'
import { httpRequest, runLoad } from '../load.ts'
import { transferRequest } from '../transfers.ts'
const server = await startServer(18090)
const pg = await startPostgres({ stateDir: path.join(server.dataDir, 'postgres') })
const db = await openDb(pg.connection)
const entities = await populate(db, 100, 20, new Date())
const jiffies = (pid: number) => { const f = fs.readFileSync(`/proc/${pid}/stat`, 'utf8'); const a = f.slice(f.lastIndexOf(')') + 2).split(' '); return (+a[11]! + +a[12]!) / 100 }
const serverPid = +execSync(`ss -ltnp | grep ':18090' | grep -o 'pid=[0-9]*' | head -1 | cut -d= -f2`).toString().trim()
const back = () => +((execSync(`ps -eo pid,ppid,args`).toString().split('\n').filter((l) => l.includes(`${pg.pid} `) && l.includes('postgres:')).map((l) => l.trim().split(/\s+/)[0]))[0] ?? 0)
const kids = () => execSync(`ps -o pid= --ppid ${pg.pid}`).toString().trim().split(/\s+/).map(Number)
await runLoad({ port: 18090, connections: 64, seconds: 2, request: () => transferRequest(entities, false) })
for (const conns of [64, 64, 64, 16]) {
  const ks = kids(); const c0 = new Map(ks.map((k) => [k, jiffies(k)])); const s0 = jiffies(serverPid), g0 = process.cpuUsage()
  const r = await runLoad({ port: 18090, connections: conns, seconds: 3, request: () => transferRequest(entities, false) })
  const n = r.perSecond * 3, g = process.cpuUsage(g0)
  const pgs = ks.map((k) => jiffies(k) - c0.get(k)!).sort((a, b) => b - a)
  console.log(conns, 'per s', r.perSecond.toFixed(0), 'node us', ((jiffies(serverPid) - s0) * 1e6 / n).toFixed(1), 'pg us', (pgs.reduce((a, b) => a + b) * 1e6 / n).toFixed(1), 'top backend', (pgs[0]! * 1e6 / n).toFixed(1), 'gen', ((g.user + g.system) / n).toFixed(1), r.statuses, 'p50', r.p50.toFixed(1), 'p99', r.p99.toFixed(1))
}
const m = await db.pool.query(`select count(*) n, count(distinct posted_at) from journals`)
console.log(m.rows)
const echo = await startEcho()
const echoed = httpRequest('POST', '/like/transfer', { authorization: `Bearer ${entities[0]!.token}`, 'idempotency-key': 'x' }, JSON.stringify({ entityId: entities[0]!.wireId, debitAccountId: entities[0]!.accounts[0]!.wireId, creditAccountId: entities[0]!.accounts[1]!.wireId, amount: '1.00' }))
const g0 = process.cpuUsage(); const r = await runLoad({ port: echo.port, connections: 64, seconds: 3, request: () => echoed }); const g = process.cpuUsage(g0)
console.log('echo', r.perSecond.toFixed(0), 'gen', ((g.user + g.system) / r.perSecond / 3).toFixed(1))
await echo.stop(); await db.close(); await server.stop(); process.exit(0)
