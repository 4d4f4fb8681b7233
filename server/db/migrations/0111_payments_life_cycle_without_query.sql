-- A payment changes its status three times or more. Each change ran a query on the table of transitions, and a function that had to do only with
-- approvals and reviews. The transitions are an expression now, which is evaluated without a query (decision 122).
create function payment_may_go(p_from text, p_to text) returns boolean language sql immutable parallel safe as $$
  select p_to = any (case p_from
    when '' then array['PendingApproval', 'Scheduled', 'AwaitingFunds', 'Screening', 'Rejected']
    when 'PendingApproval' then array['Scheduled', 'AwaitingFunds', 'Screening', 'Rejected', 'Cancelled']
    when 'ApprovalRecalled' then array['PendingApproval', 'Rejected', 'Cancelled']
    when 'Scheduled' then array['PendingApproval', 'ApprovalRecalled', 'AwaitingFunds', 'Screening', 'Rejected', 'Cancelled']
    when 'AwaitingFunds' then array['PendingApproval', 'ApprovalRecalled', 'Scheduled', 'Screening', 'Rejected', 'Cancelled']
    when 'Screening' then array['PendingApproval', 'Scheduled', 'Held', 'Submitted', 'Rejected', 'Cancelled']
    when 'Held' then array['PendingApproval', 'Scheduled', 'Submitted', 'Rejected', 'Cancelled']
    when 'Submitted' then array['Sent', 'Completed', 'Failed']
    when 'Sent' then array['Completed', 'Failed', 'Returned']
    when 'Completed' then array['Returned']
    else '{}' end)
$$;
create or replace function keep_payment_lawful() returns trigger language plpgsql as $$
declare
  v_from text := case when tg_op = 'INSERT' then '' else old.status end;
begin
  if new.status <> v_from and not payment_may_go(v_from, new.status) then
    raise exception 'a payment does not go from % to %', v_from, new.status
      using errcode = 'check_violation', constraint = 'payment_follows_life_cycle';
  end if;
  if tg_op = 'UPDATE' and (new.account_id, new.currency, new.amount_minor, new.fee_minor, new.uetr)
      is distinct from (old.account_id, old.currency, old.amount_minor, old.fee_minor, old.uetr) then
    raise exception 'the account, amount and currency of a payment cannot change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
drop table payment_transitions;

-- The same conditions as in keep_payment_approved(), which runs only where they hold.
drop trigger payments_approved on payments;
create trigger payments_approved before update on payments for each row
  when (old.status = 'Held' and new.status = 'Submitted' and new.reviewed_by is null
    or old.status = 'PendingApproval' and new.approvals_required > 0 and new.status in ('Scheduled', 'AwaitingFunds', 'Screening'))
  execute function keep_payment_approved();
create trigger payments_approved_when_made before insert on payments for each row
  when (new.approvals_required > 0 and new.status in ('Scheduled', 'AwaitingFunds', 'Screening'))
  execute function keep_payment_approved();
