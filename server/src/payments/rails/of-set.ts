import { newUuid } from '../../kernel/values/ids.ts'
import type { RailInstruction, RailReport } from './rail.ts'
import type { RailAdapter, RailRegistry } from './registry.ts'

/** The instruction of a payment that is accepted and submitted in a set, and what its adapter reports at once. */
export interface Submission {
  instruction: RailInstruction
  /** The adapter that has it; undefined if a job is to hand it over. */
  adapter: RailAdapter | undefined
  reports: StoredReport[]
}

/** A report with the ids of its row and of the job that applies it. */
interface StoredReport {
  report: RailReport
  messageId: string
  workId: string
}

/** Hands an instruction to an adapter that makes no external call, before its payment is stored. Other adapters are called by a job. */
export async function submissionOf(
  rails: RailRegistry,
  entityId: string,
  instruction: RailInstruction,
  at: Date,
): Promise<Submission> {
  const adapter = rails.serving({ entityId, rail: instruction.rail })
  if (!adapter.port.isInProcess) return { instruction, adapter: undefined, reports: [] }
  const reports: StoredReport[] = []
  await adapter.port.submit(instruction, at, async (report) => {
    reports.push({ report, messageId: newUuid(), workId: newUuid() })
  })
  return { instruction, adapter, reports }
}

/** Returns the reports of a submission as JSON for `reportsOfSet`; null without any. */
export const reportsJson = ({ reports }: Submission): string | null =>
  reports.length === 0
    ? null
    : JSON.stringify(
        reports.map(({ report: { railRef, status, reason, amountMinor, at }, messageId, workId }) => ({
          message_id: messageId,
          work_id: workId,
          rail_ref: railRef,
          status,
          reason,
          amount_minor: amountMinor?.toString(),
          received_at: at,
        })),
      )

/**
 * Part of a statement that stores the instructions of a set of payments.
 *
 * @param rows query with the columns entity_id, payment_id, uetr, rail, body, adapter, created_at and submitted_at
 */
export const instructionsOfSet = (rows: string): string =>
  `instructed as (insert into rail_instructions (entity_id, payment_id, uetr, rail, body, adapter, created_at, submitted_at) ${rows})`

/**
 * Parts of a statement that store the reports of a set of new payments. `reported` has their jobs: entity_id, work_id, message_id,
 * received_at and lane.
 *
 * @param rows query with the columns entity_id, payment_id, uetr, adapter, lane and reports, of `reportsJson`
 */
export const reportsOfSet = (rows: string): string[] => [
  `reported as materialized (select g.entity_id, g.payment_id, g.uetr, g.adapter, g.lane, m.* from (${rows}) g
      cross join lateral jsonb_to_recordset(g.reports) as m (message_id uuid, work_id uuid, rail_ref text, status text, reason text,
        amount_minor bigint, received_at timestamptz))`,
  `reports_written as (insert into rail_messages (entity_id, message_id, payment_id, uetr, rail_ref, status, reason, amount_minor,
        received_at, adapter)
      select entity_id, message_id, payment_id, uetr, rail_ref, status, reason, amount_minor, received_at, adapter from reported)`,
]
