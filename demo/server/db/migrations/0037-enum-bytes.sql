-- Bytes of the words of all enums of the points that an organisation has: each device of a template has all of them.
alter table point_count add column enum_bytes bigint not null default 0;

update point_count c set enum_bytes = p.bytes from (
  select tenant_id, sum(octet_length(enum_text::text)) as bytes from point where enum_text is not null group by tenant_id
) p where p.tenant_id = c.tenant_id;

create or replace function count_added_points() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into point_count as c (tenant_id, points, enum_bytes)
    select tenant_id, count(*), coalesce(sum(octet_length(enum_text::text)), 0) from added
      group by tenant_id order by tenant_id
    on conflict (tenant_id) do update
      set points = c.points + excluded.points, enum_bytes = c.enum_bytes + excluded.enum_bytes;
  return null;
end $$;

create or replace function count_deleted_points() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update point_count c set points = c.points - d.points, enum_bytes = c.enum_bytes - d.enum_bytes
    from (
      select tenant_id, count(*) as points, coalesce(sum(octet_length(enum_text::text)), 0) as enum_bytes from deleted
        group by tenant_id
    ) d where c.tenant_id = d.tenant_id;
  return null;
end $$;

create function count_changed_points() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update point_count c set enum_bytes = c.enum_bytes + d.enum_bytes
    from (
      select tenant_id, sum(enum_bytes) as enum_bytes from (
        select tenant_id, octet_length(enum_text::text) as enum_bytes from is_now where enum_text is not null
        union all select tenant_id, - octet_length(enum_text::text) from was where enum_text is not null
      ) both_times group by tenant_id having sum(enum_bytes) <> 0
    ) d where c.tenant_id = d.tenant_id;
  return null;
end $$;

create trigger point_changed after update on point referencing old table as was new table as is_now
  for each statement execute function count_changed_points();
