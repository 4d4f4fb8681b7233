-- An amendment that needs approval names the trade that it will make, which is PendingApproval until then (decision 132). Its part of the
-- amended trade is reserved as long as that trade waits.
create index fx_amendments_taken on fx_amendments (entity_id, trade_id)
  where close_out_id is not null or new_trade_id is not null;
