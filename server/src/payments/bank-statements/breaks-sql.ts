/** Kind of a break: what is only at the bank or only in the books, a difference of one movement, or a statement that does not continue the last one. */
export type BreakKind =
  | 'OnlyAtBank'
  | 'OnlyInBooks'
  | 'AmountDiffers'
  | 'StatementMissing'
  | 'OpeningDiffers'
  | 'EntriesDiffer'

/**
 * Query for the breaks of a bank ($2) and currency ($3): open lines and movements, together where they name the same payment or entry, and
 * statements that do not continue the one before. `amount` is what the bank has more than the books. A movement is a break if it was posted within
 * the time of the statements. An explanation is for the amount that the break had: another amount is open again.
 */
export const BREAKS = `with period as materialized (
    select b.from_at, max(s.to_at) as to_at from bank_books b
      join bank_statements s on s.entity_id = b.entity_id and s.bank = b.bank and s.currency = b.currency and s.is_complete
      where b.entity_id = $1 and b.bank = $2 and b.currency = $3 group by 1
  ), at_bank as materialized (
    select l.line_id as id, s.account, l.amount_minor, l.booked_on as since, coalesce(l.bank_reference, l.entry_reference) as reference,
        l.description, coalesce(l.uetr::text, l.entry_reference) || sign(l.amount_minor) as name
      from bank_statement_lines l join bank_statements s on s.entity_id = l.entity_id and s.statement_id = l.statement_id
      where l.entity_id = $1 and s.bank = $2 and s.currency = $3 and s.is_complete and l.match_id is null
  ), in_books as materialized (
    select m.journal_id as id, m.amount_minor, (m.posted_at at time zone 'UTC')::date as since, m.source_type, m.source_id,
        coalesce(m.uetr::text, m.entry_reference, m.journal_id::text) || sign(m.amount_minor) as name
      from bank_movements m, period
      where m.entity_id = $1 and m.bank = $2 and m.currency = $3 and m.match_id is null and m.posted_at >= period.from_at
        and m.posted_at <= period.to_at
  ), sides as (
    select 1 as side, id, name, account, since, amount_minor as bank, 0 as book, reference, description, null as source_type,
        null::uuid as source_id
      from at_bank
    union all
    select 2, id, name, null, since, 0, amount_minor, null, null, source_type, source_id from in_books
  ), pairs as (
    select sides.*, min(side) over of_name <> max(side) over of_name as is_pair from sides window of_name as (partition by name)
  ), of_money as (
    select (array_agg(id order by side, id))[1] as id,
        case when max(side) = 1 then 'OnlyAtBank' when min(side) = 2 then 'OnlyInBooks' else 'AmountDiffers' end as kind,
        max(account) as account, min(since) as since, sum(bank)::bigint as bank, sum(book)::bigint as book, max(reference) as reference,
        max(description) as description, max(source_type) as source_type, (array_agg(source_id order by side desc, id))[1] as source_id
      from pairs group by case when is_pair then name else id::text end
  ), chain as (
    select statement_id, account, closing_day, identification, opening_minor, closing_minor, booked_minor,
        lag(closing_minor, 1, opening_minor) over w as before_minor,
        sequence_number <> lag(sequence_number) over w + 1
          and not (sequence_number = 1 and extract(year from closing_day) > extract(year from lag(closing_day) over w)) as is_gap
      from bank_statements where entity_id = $1 and bank = $2 and currency = $3 and is_complete
      window w as (partition by account order by closing_day, to_at, sequence_number)
  ), found as (
    select * from of_money where bank <> book or kind <> 'AmountDiffers'
    union all
    select statement_id,
        case when is_gap then 'StatementMissing' when opening_minor <> before_minor then 'OpeningDiffers' else 'EntriesDiffer' end,
        account, closing_day, closing_minor - before_minor - booked_minor, 0, identification, null, null, null
      from chain where coalesce(is_gap, false) or opening_minor <> before_minor or closing_minor <> opening_minor + booked_minor
  )
  select f.id as "breakId", f.kind, f.account, f.since, f.bank as "bankMinor", f.book as "bookMinor", f.bank - f.book as "amountMinor", f.reference,
      f.description, f.source_type as "sourceType", f.source_id as "sourceId", e.reason, e.explained_by as "explainedBy",
      e.explained_at as "explainedAt"
    from found f left join bank_break_explanations e on e.entity_id = $1 and e.break_id = f.id and e.amount_minor = f.bank - f.book`
