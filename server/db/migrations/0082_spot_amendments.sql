-- Spot trades are amended as forwards are: a quote is kept until it is booked. Cancel and CloseOut end the trade by the
-- opposite deal, Move goes on for another value date.
alter table fx_amendments drop constraint fx_amendments_entity_id_trade_id_fkey;
alter table fx_amendments add foreign key (entity_id, trade_id) references fx_trades;
alter table fx_amendments drop constraint fx_amendments_type_check;
alter table fx_amendments add constraint fx_amendments_type_check
  check (type in ('Extend', 'BringForward', 'CloseOut', 'Split', 'Cancel', 'Move'));
