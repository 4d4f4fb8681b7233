-- Failed authentications of a client are counted by origin, so that nobody can lock out a client by its id.
alter table client_failures add column origin text not null default '';
alter table client_failures drop constraint client_failures_pkey;
alter table client_failures add constraint client_failures_pkey primary key (client_id, origin);
