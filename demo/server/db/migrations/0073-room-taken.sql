-- What an organisation has of what it has a bounded room for, and had before the transaction that changed it last. Kept by the
-- tables themselves, whoever adds or deletes rows: nobody counts them to know how much there is, and who adds some waits for
-- who added some before.
create table room_taken (
  tenant_id bigint not null references tenant on delete cascade,
  room text not null,
  rows bigint not null,
  bytes bigint not null,
  rows_before bigint not null default 0,
  bytes_before bigint not null default 0,
  changed_by xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, room)
);

alter table room_taken enable row level security;

create policy own_tenant on room_taken to sightglass_app
  using (tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint))
  with check (tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint));

grant select on room_taken to sightglass_app;

-- Arguments of its triggers: the room, and what of a row varies in bytes.
create function take_room() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format(
    'insert into room_taken as r (tenant_id, room, rows, bytes)
      select d.tenant_id, %L, sum(d.rows), sum(d.bytes) from (%s) d join tenant t on t.tenant_id = d.tenant_id
        group by d.tenant_id having sum(d.rows) <> 0 or sum(d.bytes) <> 0 order by d.tenant_id
      on conflict (tenant_id, room) do update set
        rows = r.rows + excluded.rows, bytes = r.bytes + excluded.bytes, changed_by = excluded.changed_by,
        rows_before = case when r.changed_by = excluded.changed_by then r.rows_before else r.rows end,
        bytes_before = case when r.changed_by = excluded.changed_by then r.bytes_before else r.bytes end',
    tg_argv[0],
    concat_ws(' union all ',
      case when tg_op <> 'DELETE' then format('select tenant_id, 1 as rows, %s as bytes from added', tg_argv[1]) end,
      case when tg_op <> 'INSERT' then format('select tenant_id, -1 as rows, -(%s) as bytes from deleted', tg_argv[1]) end));
  return null;
end $$;

do $$
declare
  counted record;
begin
  for counted in select * from (values
    ('middleware', 'sources', 'octet_length(points::text)'),
    ('template_point', 'template_points',
      'octet_length(key) + octet_length(name) + coalesce(octet_length(name_en), 0) + coalesce(octet_length(enum_text::text), 0)'),
    ('user_device_right', 'rights', '0'),
    ('user_template_right', 'rights', '0'),
    ('user_item_right', 'rights', '0'),
    ('role_device_right', 'rights', '0'),
    ('role_template_right', 'rights', '0'),
    ('role_item_right', 'rights', '0')
  ) c (name, room, bytes) loop
    execute format(
      'insert into room_taken as r (tenant_id, room, rows, bytes)
        select tenant_id, %L, count(*), coalesce(sum(%s), 0) from %I group by tenant_id
        on conflict (tenant_id, room) do update set rows = r.rows + excluded.rows, bytes = r.bytes + excluded.bytes',
      counted.room, counted.bytes, counted.name);
    execute format('create trigger room_added after insert on %I referencing new table as added
      for each statement execute function take_room(%L, %L)', counted.name, counted.room, counted.bytes);
    execute format('create trigger room_deleted after delete on %I referencing old table as deleted
      for each statement execute function take_room(%L, %L)', counted.name, counted.room, counted.bytes);
    execute format('create trigger room_changed after update on %I referencing old table as deleted new table as added
      for each statement execute function take_room(%L, %L)', counted.name, counted.room, counted.bytes);
  end loop;
end
$$;

-- Who deletes a group, a template or a permission item finds the rights on it, whosever they are.
create index user_device_right_on on user_device_right (tenant_id, group_id);

create index user_template_right_on on user_template_right (tenant_id, template_id);

create index user_item_right_on on user_item_right (tenant_id, item_id);

create index role_device_right_on on role_device_right (tenant_id, group_id);

create index role_template_right_on on role_template_right (tenant_id, template_id);

create index role_item_right_on on role_item_right (tenant_id, item_id);
