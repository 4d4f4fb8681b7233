import type { Queryable, Tx } from '../../../kernel/db/db.ts'

/** Directory ids of a third party: its software and the organisation that owns it. */
interface DirectoryIds {
  softwareId: string
  organisationId: string
}

/** Part of the directory that a suspension covers: one software, or an organisation with all its software. */
export type Suspended = { softwareId: string } | { organisationId: string }

interface SuspensionOrder {
  reason: string
  /** Decision maker. */
  by: string
  /** Wall time. */
  at: Date
}

/** A registered third party with what stops it, if anything does. */
export interface ListedThirdParty extends DirectoryIds {
  clientId: string
  softwareName: string
  organisationName: string
  scopes: string[]
  registeredAt: Date
  suspender: Suspender | null
  suspension: { kind: string; reason: string; suspendedBy: string; suspendedAt: string } | null
  /** Statuses in the directory by kind, as far as it lists them; null without any. */
  directory: Partial<Record<'Software' | 'Organisation', string>> | null
}

/** Party that stops a third party: this institution by its operator, or the directory by its statuses. */
type Suspender = 'institution' | 'directory'

/**
 * SQL: who stops a third party now, or null. The one place that decides. Without a source of the
 * directory's statuses its tables are empty, and it stops no third party.
 *
 * @param software expression of its software id
 * @param organisation expression of its organisation id
 */
const suspenderOf = (software: string, organisation: string): string => {
  const isOfIt = `(kind, directory_id) in (('Software', ${software}), ('Organisation', ${organisation}))`
  return `case
    when exists (select from open_banking_suspensions where reinstated_at is null and ${isOfIt}) then 'institution'
    when exists (select from open_banking_directory_statuses where status <> 'Active' and ${isOfIt}) then 'directory'
    when exists (select from open_banking_directory_readings where when_unknown = 'reject' and (not is_current
      or (select count(*) from open_banking_directory_statuses where ${isOfIt}) < 2)) then 'directory'
  end`
}

/** Returns who stops a third party; undefined for one in good standing. Asked at registration and at each use of a client. */
export async function findSuspender(
  db: Queryable,
  { softwareId, organisationId }: DirectoryIds,
): Promise<Suspender | undefined> {
  const { rows } = await db.query<{ suspender: Suspender | null }>({
    name: 'find-third-party-suspender',
    text: `select ${suspenderOf('$1', '$2')} as suspender`,
    values: [softwareId, organisationId],
  })
  return rows[0]!.suspender ?? undefined
}

/**
 * Suspends a third party. From the commit on it gets no token, its tokens are rejected, and it cannot register anew. Consents stay.
 *
 * @returns false if it was suspended before
 */
export async function suspend(tx: Tx, part: Suspended, { reason, by, at }: SuspensionOrder): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into open_banking_suspensions (kind, directory_id, reason, suspended_by, suspended_at)
      values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [...keyOf(part), reason, by, at],
  )
  return rowCount === 1
}

/** Ends a suspension: tokens and consents from before are valid again. Returns false if there was none. */
export async function reinstate(
  tx: Tx,
  part: Suspended,
  { by, at }: Omit<SuspensionOrder, 'reason'>,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update open_banking_suspensions set reinstated_by = $3, reinstated_at = greatest($4, suspended_at)
      where kind = $1 and directory_id = $2 and reinstated_at is null`,
    [...keyOf(part), by, at],
  )
  return rowCount === 1
}

const keyOf = (part: Suspended): [kind: string, directoryId: string] =>
  'softwareId' in part ? ['Software', part.softwareId] : ['Organisation', part.organisationId]

/** Returns the registered third parties, oldest first. */
export async function listThirdParties(db: Queryable, most: number): Promise<ListedThirdParty[]> {
  const { rows } = await db.query<ListedThirdParty>(
    `select c.client_id as "clientId", c.software_id as "softwareId", c.organisation_id as "organisationId",
        c.software_name as "softwareName", c.organisation_name as "organisationName", c.scopes,
        c.registered_at as "registeredAt", s.suspension, ${suspenderOf('c.software_id', 'c.organisation_id')} as suspender,
        (select jsonb_object_agg(kind, status) from open_banking_directory_statuses
          where (kind, directory_id) in (('Software', c.software_id), ('Organisation', c.organisation_id))) as directory
      from open_banking_clients c
        left join lateral (
          select jsonb_build_object('kind', kind, 'reason', reason, 'suspendedBy', suspended_by, 'suspendedAt', suspended_at) as suspension
          from open_banking_suspensions where reinstated_at is null
            and directory_id = case kind when 'Software' then c.software_id else c.organisation_id end
          order by kind limit 1
        ) s on true
      order by c.registered_at, c.client_id limit $1`,
    [most],
  )
  return rows
}
