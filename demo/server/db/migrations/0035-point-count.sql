-- Points that an organisation has, those among them that are only offered too. Kept by the table itself, whoever adds or deletes
-- points: nobody counts them to know how many there are, and who adds some waits for who added some before.
create table point_count (
  tenant_id bigint primary key references tenant on delete cascade,
  points bigint not null
);

insert into point_count (tenant_id, points) select tenant_id, count(*) from point group by tenant_id;

alter table point_count enable row level security;

create policy own_tenant on point_count to sightglass_app
  using (tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint))
  with check (tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint));

grant select on point_count to sightglass_app;

create function count_added_points() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into point_count as c (tenant_id, points)
    select tenant_id, count(*) from added group by tenant_id order by tenant_id
    on conflict (tenant_id) do update set points = c.points + excluded.points;
  return null;
end $$;

create function count_deleted_points() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update point_count c set points = c.points - d.points
    from (select tenant_id, count(*) as points from deleted group by tenant_id) d where c.tenant_id = d.tenant_id;
  return null;
end $$;

create trigger point_added after insert on point referencing new table as added
  for each statement execute function count_added_points();

create trigger point_deleted after delete on point referencing old table as deleted
  for each statement execute function count_deleted_points();
