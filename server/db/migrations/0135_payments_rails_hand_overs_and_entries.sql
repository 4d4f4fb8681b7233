-- Processes of earlier releases ended the hand-over of a payment that the bank had reported on, without storing it: it cannot be recalled, and
-- operators do not see it. A job that is still scheduled stores it itself; a payment that an operator reported as failed was never submitted.
with repaired as (
  update rail_instructions i set submitted_at = coalesce((select min(m.received_at) from rail_messages m
      where m.entity_id = i.entity_id and m.payment_id = i.payment_id and m.applied_at is not null), i.created_at)
    from payments p
    where p.entity_id = i.entity_id and p.payment_id = i.payment_id and p.status <> 'Submitted'
      and i.adapter is not null and i.submitted_at is null
      and not exists (select 1 from due_work w
        where w.entity_id = i.entity_id and w.kind = 'payment.submit' and w.resource_id = i.payment_id)
      and not exists (select 1 from rail_messages m
        where m.entity_id = i.entity_id and m.payment_id = i.payment_id and m.adapter is null and m.status = 'Failed')
    returning i.entity_id, i.payment_id
)
insert into due_work (entity_id, work_id, kind, resource_id, due_at, lane)
  select r.entity_id, (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
      || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
    'payment.recall', r.payment_id, r.requested_at, ('x' || right(r.entity_id::text, 4))::bit(16)::int % 4
  from repaired join payment_recalls r using (entity_id, payment_id)
  where r.status = 'Requested' and r.handed_over_at is null
  on conflict (entity_id, kind, resource_id) do nothing;

-- Reads continue while the rows are scanned, of which none has an entry yet.
create index if not exists rail_messages_of_entries on rail_messages (entry_reference) where entry_reference is not null;
create index if not exists inbound_payments_of_entries on inbound_payments (entry_reference) where entry_reference is not null;
