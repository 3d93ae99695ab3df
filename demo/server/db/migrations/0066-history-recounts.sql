-- From which day on an organisation's history is to be counted anew, since points of it were deleted: null for none.
alter table point_count add column recount_day bigint;

update point_count set recount_day = 0;

create or replace function count_deleted_points() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update point_count c set points = c.points - d.points, enum_bytes = c.enum_bytes - d.enum_bytes, recount_day = 0
    from (
      select tenant_id, count(*) as points, coalesce(sum(octet_length(enum_text::text)), 0) as enum_bytes from deleted
        group by tenant_id
    ) d where c.tenant_id = d.tenant_id;
  return null;
end $$;
