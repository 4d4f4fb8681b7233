-- Digest of all rows behind the credit facts of an entity: another digest means that the facts may have changed. Rows are read as
-- text, in any order: another order of the same rows only makes them be read again. A table that decides on credit belongs here.
create function credit_version(p_entity_id uuid) returns text language plpgsql stable as $$
begin
  return (select md5(jsonb_build_array(
    (select string_agg(f::text, ';') from credit_facilities f where f.entity_id = p_entity_id),
    (select string_agg(f::text, ';') from credit_terms f where f.entity_id = p_entity_id),
    (select string_agg(f::text, ';') from credit_positions f where f.entity_id = p_entity_id and f.deals > 0),
    (select string_agg(f::text, ';') from credit_cash_margins f where f.entity_id = p_entity_id and f.amount_minor > 0),
    (select string_agg(f::text, ';') from unpaid_trades f where f.entity_id = p_entity_id),
    (select string_agg(f::text, ';') from margin_calls f where f.entity_id = p_entity_id and f.status = 'Overdue')
  )::text));
end $$;
