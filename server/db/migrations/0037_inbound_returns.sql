-- Money received that is sent back: what screening held and a reviewer rejected, or what nobody could be found for.
alter table inbound_payments
  drop constraint inbound_payments_status_check,
  drop constraint inbound_payments_check,
  add constraint inbound_payments_status_check
    check (status in ('Credited', 'Held', 'Unidentified', 'Assigned', 'Returned')),
  add constraint inbound_payments_account_check
    check (status = 'Returned' or (account_id is null) = (status in ('Unidentified', 'Assigned'))),
  add column returned_at timestamptz, -- business time
  add constraint inbound_payments_returned_check check ((returned_at is not null) = (status = 'Returned'));
