-- What a device looks like where it stands: one picture each. tag: changes with the content.
create table device_picture (
  tenant_id bigint not null,
  device_id bigint not null,
  mime text not null,
  width int not null,
  height int not null,
  content bytea not null,
  tag text not null,
  changed_time bigint not null,
  primary key (tenant_id, device_id),
  foreign key (tenant_id, device_id) references device on delete cascade
);

alter table device_picture alter column content set storage external;

alter table device_picture enable row level security;

create policy own_tenant on device_picture to sightglass_app
  using (tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint))
  with check (tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint));

grant select, insert, update, delete on device_picture to sightglass_app;
