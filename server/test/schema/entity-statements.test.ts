import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { expect, test } from 'vitest'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { testDatabase } from '../support/database.ts'

const db = await testDatabase()

const source = path.join(serverDirectory, 'src')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)

/** The texts of a file: string literals, and template literals with their placeholders as `${}`. */
function textsOf(file: string): string[] {
  const { program } = parseSync(file, readFileSync(path.join(source, file), 'utf8'))
  const texts: string[] = []
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') texts.push(node.value)
    },
    TemplateLiteral: (node) => texts.push(node.quasis.map(({ value }) => value.raw).join('${}')),
  }).visit(program)
  return texts
}

const TABLES = /\b(?:from|join|into|update|delete from)\s+(?:only\s+)?([a-z_]+)\b/g

/** Reasons of the statements on client tables that name no entity. */
const REASONS = {
  KEY_ONLY: 'the request, the bank or the operator names only a key that is unique in all books',
  ALL_ENTITIES:
    "works for all entities: an audit, an operator's list, metrics, the search for due jobs, or the deletion of old rows",
  CONDITION: 'another text, inserted here, names the entity',
  RESET: 'the seed and the reset of the sandbox',
  CONSENT: 'a consent has no entity before it is authorised',
} as const

/** Statements on client tables that name no entity, by reason; each by its file and its first words. The list may only shrink. */
const WITHOUT_ENTITY: Record<keyof typeof REASONS, readonly string[]> = {
  KEY_ONLY: [
    "auth/tokens.ts: update access_tokens set revoked_at = $3 where token_hash = decode($1, 'hex') and cl",
    'open-banking/authorisation/adapter.ts: insert into open_banking_artifacts as a (kind, id_hash, paylo',
    'open-banking/authorisation/adapter.ts: with known as (select consumed_at is null as "wasFirst", gran',
    'open-banking/authorisation/adapter.ts: update open_banking_artifacts set revoked_at = $${} where ${}',
    'open-banking/authorisation/coverage.ts: update open_banking_artifacts set revoked_at = $2 where ${}',
    'open-banking/authorisation/adapter.ts: select id_hash as "grantHash" from open_banking_artifacts whe',
    'open-banking/authorisation/adapter.ts: select payload, issued_at as "issuedAt", expires_at as "expir',
    'open-banking/authorisation/adapter.ts: update open_banking_artifacts set expires_at = greatest(expir',
    'open-banking/authorisation/adapter.ts: select payload, revoked_at is not null as "isOver" from open_',
    'open-banking/initiation/queries.ts: select ${} from open_banking_payments where payment_id = $1',
    'payments/bank-files/bank-files.ts: select account_id as "accountId" from payments where uetr = $1',
    'payments/rails/find-returned.ts: select uetr from payments where uetr = $1',
    'payments/inbound/queries.ts: select count(*)::int as count, coalesce(sum(amount_minor), 0)::bigint a',
    'payments/reports/contradiction-queries.ts: select ${} from contradictory_reports where contradiction',
    'open-banking/authorisation/journey/psu-sessions.ts: delete from open_banking_psu_sessions where sess',
    'open-banking/authorisation/journey/psu-sessions.ts: update open_banking_psu_sessions set challenge =',
    'open-banking/authorisation/journey/psu-sessions.ts: update open_banking_psu_sessions set expires_at',
    'open-banking/authorisation/journey/psu-sessions.ts: with held as (select challenge, shown from open_',
    'open-banking/authorisation/journey/psu-sessions.ts: select session_hash as "sessionHash" from open_b',
  ],
  ALL_ENTITIES: [
    'auth/tokens.ts: delete from access_tokens where token_hash in (select token_hash from access_tokens',
    "ledger/reconcile.ts:  select currency, sum(minor) filter (where kind in ('client', 'margin'))::bigin",
    'ledger/audit.ts: select (select count(*) from balances) as accounts, (select count(*) from postings)',
    "screening/queries.ts: select ${} from screening_cases where status = 'Open' order by case_id",
    'kernel/http/command.ts: delete from idempotency_keys where ctid = any (array(select ctid from idempo',
    'kernel/jobs/backlog.ts: select kind, count(*)::int as count from ( select kind, attempts from due_wo',
    'payments/reports/contradiction-queries.ts: select count(*)::int as count from contradictory_reports',
    "webhooks/sending/queue.ts: select count(*)::int as count from webhook_endpoints where status = 'Fail",
    'kernel/jobs/backlog.ts: select l.lane, count(w.due_at)::int as depth, coalesce(greatest(0, extract(e',
    'kernel/jobs/next-work.ts: select l.lane from unnest($3::int[]) l (lane), lateral ( (select due_at, w',
    'open-banking/authorisation/adapter.ts: delete from open_banking_artifacts where (kind, id_hash) in (',
    "payments/reports/contradiction-queries.ts: select ${} from contradictory_reports where status = 'Ope",
    'open-banking/authorisation/journey/psu-sessions.ts: delete from open_banking_psu_sessions where sess',
    'fx/rate-watch/levels.ts: with recursive pairs as ( (select currency_pair from rate_levels order by c',
    'fx/rate-watch/levels.ts: select count(*)::int as count from rate_levels',
  ],
  CONDITION: [
    'credit/facilities/exposures/new-exposures.ts: delete from credit_positions where ${} and deals = 0',
    'fx/forwards/record/new-forwards.ts: insert into fx_forwards (${}) select ${} from jsonb_populate_rec',
    'fx/trades/amendments.ts: insert into fx_amendments (${}) values (${})',
    'payments/record/list.ts: select ${}, ${} from payments p where ${} order by payment_id desc limit ${',
  ],
  RESET: [
    'auth/reset.ts: create temp table kept_tokens on commit drop as select * from access_tokens',
    'entities/house.ts: create temp table kept_house on commit drop as select * from entities where servi',
    'entities/house.ts: insert into entities select * from kept_house',
    "sim/seed/mode.ts: select 1 from entities where service_kind <> 'House' limit 1",
  ],
  CONSENT: [
    'open-banking/consents/queries.ts: select ${} from open_banking_consents where consent_id = $2 and cl',
    'open-banking/consents/queries.ts: select version, kind from open_banking_consents where consent_id =',
    'open-banking/consents/queries.ts: select ${} from open_banking_consents where consent_id = $2 and cl',
    "open-banking/consents/queries.ts: update open_banking_consents set offer = jsonb_set(offer, '{payeeC",
    'open-banking/consents/queries.ts: update open_banking_consents set status = $2, status_reasons = $3,',
    'open-banking/consents/queries.ts: update open_banking_consents set deleted_at = $2 where consent_id',
  ],
}

test('a statement on a client table names its entity', async () => {
  const { rows } = await db.pool.query<{ table: string }>(
    `select table_name as table from information_schema.columns where table_schema = 'public' and column_name = 'entity_id'`,
  )
  const client = new Set(rows.map(({ table }) => table))
  const statements = files.flatMap((file) => textsOf(file).map((text) => ({ file, text })))
  const found = statements
    .filter(({ text }) => /\b(?:select|insert into|update|delete from)\b/.test(text) && !text.includes('entity_id'))
    .filter(({ text }) => [...text.matchAll(TABLES)].some(([, table]) => client.has(table!)))
    .map(({ file, text }) => `${file}: ${text.replaceAll(/\s+/g, ' ')}`.slice(0, 100).trim())
  expect(found.sort(), 'add entity_id to the statement').toEqual(Object.values(WITHOUT_ENTITY).flat().sort())
})
