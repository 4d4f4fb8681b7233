-- Credit lines of RM entities. A facility has terms: what may be dealt under it and what margin that asks for.
create table credit_facilities (
  entity_id           uuid        not null references entities,
  facility_id         uuid        not null,
  name                text        not null check (length(name) between 1 and 140),
  status              text        not null check (status in ('Active', 'ReviewDue', 'Suspended', 'Expired')),
  currency            text        not null check (currency ~ '^[A-Z]{3}$'),
  limit_minor         bigint      not null check (limit_minor >= 0), -- minor units of currency, as all amounts here
  utilisation_basis   text        not null check (utilisation_basis in ('Notional', 'MarginWaiver')),
  margin_method       text        not null check (margin_method in ('PerTrade', 'NetPosition')),
  call_basis          text        not null check (call_basis in ('RateMove', 'MtmOverNotional', 'NetMtmAbsolute')),
  threshold_percent   numeric(7, 4) not null check (threshold_percent >= 0), -- loss tolerated before a call
  call_percent        numeric(7, 4) not null check (call_percent >= 0),      -- of the notional
  minimum_call_minor  bigint      not null check (minimum_call_minor >= 0),
  due_business_days   smallint    not null check (due_business_days between 0 and 30),
  max_tenor           text        not null,
  effective_from      date        not null,
  review_date         date        not null,
  created_at          timestamptz not null, -- business time
  primary key (entity_id, facility_id),
  check (review_date > effective_from)
);

create table credit_terms (
  entity_id               uuid          not null,
  facility_id             uuid          not null,
  term_id                 uuid          not null,
  position                smallint      not null, -- the first term that fits a deal is taken
  name                    text          not null,
  products                text[]        not null check (products <@ '{Forward,Spot}'),
  forward_types           text[]        not null check (forward_types <@ '{Fixed,Window,Open,Variable}'),
  currency_pairs          text[],       -- null: any
  max_tenor               text          not null,
  limit_minor             bigint        not null check (limit_minor >= 0),
  initial_margin_percent  numeric(7, 4) not null check (initial_margin_percent between 0 and 100),
  initial_margin_waived   boolean       not null, -- nothing to pay as long as the limit is not used up
  status                  text          not null check (status in ('Active', 'Suspended')),
  valid_from              date          not null,
  valid_to                date,
  primary key (entity_id, term_id),
  unique (entity_id, facility_id, position),
  foreign key (entity_id, facility_id) references credit_facilities
);
