-- A payment that was released changes its status two or three times more. No index shows that: its row is then changed in place, without
-- an entry in each of its indexes (decision 128). The stage is its status until then.
drop index payments_before_release;
drop index payments_by_beneficiary;
drop index payments_by_payee;
drop index payments_funding_queue;

-- Room for the new versions of the rows of a page.
alter table payments set (fillfactor = 60);
alter table payments add column stage text generated always as (
  case when status in ('Submitted', 'Sent', 'Completed', 'Failed', 'Returned') then 'Released' else status end) stored;

create index payments_before_release on payments (entity_id, beneficiary_id)
  where stage in ('PendingApproval', 'ApprovalRecalled', 'Scheduled', 'AwaitingFunds');
create index payments_by_beneficiary on payments (entity_id, beneficiary_id, stage) where beneficiary_id is not null;
create index payments_by_payee on payments (entity_id, payee_key, payment_id) where stage = 'Released';
create index payments_funding_queue on payments (entity_id, account_id, payment_date, payment_id) where stage = 'AwaitingFunds';
do $$
begin
  if exists (select from payments) then
    analyze payments (stage);
  end if;
end $$;
