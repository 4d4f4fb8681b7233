-- A payment that nothing stops is submitted as soon as it is accepted (decision 126): it begins in Submitted, its account debited.
create or replace function payment_may_go(p_from text, p_to text) returns boolean language sql immutable parallel safe as $$
  select p_to = any (case p_from
    when '' then array['PendingApproval', 'Scheduled', 'AwaitingFunds', 'Screening', 'Submitted', 'Rejected']
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

-- A payment that needs approvals never begins with its submission: it begins in PendingApproval.
alter table payments add constraint payment_submitted_with_approvals_given
  check (approvals_required = 0 or status <> 'Submitted' or version > 1) not valid;
alter table payments validate constraint payment_submitted_with_approvals_given;

-- The balance of an account as the image of an account's event shows it. It is volatile, so that a statement which has posted sees what it posted.
create function ledger_balance_image(p_entity_id uuid, p_account_id uuid) returns text language plpgsql volatile as $$
begin
  return (select '{"balanceMinor":{"$n":"' || balance_minor || '"},"heldMinor":{"$n":"' || held_minor || '"},"sequence":{"$n":"' || seq || '"}}'
    from balances where entity_id = p_entity_id and account_id = p_account_id);
end $$;
