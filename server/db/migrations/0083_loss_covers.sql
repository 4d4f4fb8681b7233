-- Sales of margin in another currency that pay for a close-out loss: which margin was sold, by which trade, for which loss.
create table fx_loss_covers (
  entity_id         uuid   not null,
  trade_id          uuid   not null,               -- the sale
  close_out_id      uuid   not null,               -- the trade whose loss is unpaid
  facility_id       uuid   not null,
  margin_kind       text   not null check (margin_kind in ('Initial', 'Variation')),
  margin_trade_id   uuid   not null,               -- all zeros: the facility's net position
  sold_minor        bigint not null check (sold_minor > 0),   -- never more than was held: credit_margins holds that
  bought_minor      bigint not null check (bought_minor > 0), -- loss currency
  proceeds_hold_id  uuid,                          -- what was bought is held until the loss is paid
  primary key (entity_id, trade_id),
  foreign key (entity_id, trade_id) references fx_trades,
  foreign key (entity_id, close_out_id) references fx_trades,
  foreign key (entity_id, facility_id, margin_kind, margin_trade_id)
    references credit_margins (entity_id, facility_id, kind, trade_id)
);
create index fx_loss_covers_of_close_out on fx_loss_covers (entity_id, close_out_id, trade_id);
