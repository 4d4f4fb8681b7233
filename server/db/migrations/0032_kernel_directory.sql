-- The directory: what must be unique in all books, and which entity it belongs to. A login, a token request or money that
-- arrives names only such a key. Every other key of a client table contains its entity.

create table directory (
  kind      text not null check (kind in ('account', 'iban', 'client', 'username', 'passkey', 'bankReference')),
  key       text not null,
  entity_id uuid not null,
  primary key (kind, key)
);

-- Keeps the directory equal to a column of a table. Arguments: kind, column.
create function keep_directory() returns trigger language plpgsql as $$
declare
  v_old text := case when tg_op <> 'INSERT' then to_jsonb(old) ->> tg_argv[1] end;
  v_new text := case when tg_op <> 'DELETE' then to_jsonb(new) ->> tg_argv[1] end;
begin
  if v_old is not distinct from v_new then
    return null;
  end if;
  if v_old is not null then
    delete from directory where kind = tg_argv[0] and key = v_old;
  end if;
  if v_new is not null then
    insert into directory (kind, key, entity_id) values (tg_argv[0], v_new, new.entity_id);
  end if;
  return null;
end $$;

-- Enters the rows of a table in the directory, and keeps them there.
create function join_directory(p_kind text, p_table regclass, p_column text) returns void language plpgsql as $$
begin
  execute format('insert into directory (kind, key, entity_id) select %L, %I::text, entity_id from %s where %2$I is not null',
    p_kind, p_column, p_table);
  execute format('create trigger %I after insert or update of %I or delete on %s for each row execute function keep_directory(%L, %2$I)',
    'directory_' || p_column, p_column, p_table, p_kind);
end $$;
