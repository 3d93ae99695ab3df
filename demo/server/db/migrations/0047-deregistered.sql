-- Who registered a device: besides administrators nobody else gives it away. Null, and a user who is gone: administrators.
-- Deregistered, it is kept for a while with all that it has, and is no device of anybody's meanwhile.
alter table device
  add column registered_user_id bigint,
  add column deregistered_time bigint,
  add column deregistered_user_id bigint,
  add column deregistered_user_name text;

-- Its SN and card are free.
drop index device_sn_code;

create unique index device_sn_code on device (lower(sn_code)) where deregistered_time is null;

drop index device_card_no;

create unique index device_card_no on device (tenant_id, card_no) where deregistered_time is null;

create index device_deregistered on device (deregistered_time) where deregistered_time is not null;

-- Whatever asks as the organisation has none of it: only who asks as the owner finds it, and says so.
alter policy own_tenant on device
  using (
    deregistered_time is null
    and tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint)
  )
  with check (
    deregistered_time is null
    and tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint)
  );

-- It keeps nobody from deleting its group or template.
create function move_deregistered_devices() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update device d set group_id = g.group_id
    from device_group g
    where d.tenant_id = old.tenant_id and d.group_id = old.group_id and d.deregistered_time is not null
      and g.tenant_id = old.tenant_id and g.is_default;
  return old;
end $$;

create trigger device_group_deleted before delete on device_group
  for each row execute function move_deregistered_devices();

create function unbind_deregistered_devices() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update device set template_id = null
    where tenant_id = old.tenant_id and template_id = old.template_id and deregistered_time is not null;
  return old;
end $$;

create trigger template_deleted before delete on template
  for each row execute function unbind_deregistered_devices();
