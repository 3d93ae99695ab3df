-- A card is in one device. Of several devices that name one, that which was made first keeps it.
update device set card_no = null
where exists (
  select from device as earlier
  where earlier.tenant_id = device.tenant_id and earlier.card_no = device.card_no and earlier.device_id < device.device_id
);

create unique index device_card_no on device (tenant_id, card_no);

-- Names are told apart whatever their case. Of several that differ by it alone, the later ones get a number.
do $$
declare
  twice record;
  number integer;
begin
  for twice in
    select tenant_id, group_id, group_name from device_group as later
    where exists (
      select from device_group as earlier
      where earlier.tenant_id = later.tenant_id and lower(earlier.group_name) = lower(later.group_name)
        and earlier.group_id < later.group_id
    )
    order by group_id
  loop
    number := 2;
    while exists (
      select from device_group
      where tenant_id = twice.tenant_id and lower(group_name) = lower(left(twice.group_name, 6) || ' ' || number)
    ) loop
      number := number + 1;
    end loop;
    update device_group set group_name = left(twice.group_name, 6) || ' ' || number
    where tenant_id = twice.tenant_id and group_id = twice.group_id;
  end loop;
  for twice in
    select tenant_id, template_id, module_name from template as later
    where exists (
      select from template as earlier
      where earlier.tenant_id = later.tenant_id and lower(earlier.module_name) = lower(later.module_name)
        and earlier.template_id < later.template_id
    )
    order by template_id
  loop
    number := 2;
    while exists (
      select from template
      where tenant_id = twice.tenant_id and lower(module_name) = lower(left(twice.module_name, 26) || ' ' || number)
    ) loop
      number := number + 1;
    end loop;
    update template set module_name = left(twice.module_name, 26) || ' ' || number
    where tenant_id = twice.tenant_id and template_id = twice.template_id;
  end loop;
end $$;

alter table device_group drop constraint device_group_tenant_id_group_name_key;

create unique index device_group_name on device_group (tenant_id, lower(group_name));

alter table template drop constraint template_tenant_id_module_name_key;

create unique index template_name on template (tenant_id, lower(module_name));
