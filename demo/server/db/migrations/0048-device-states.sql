-- From when on a device was in a state, which lasts until the next line of the device.
create table device_state (
  tenant_id bigint not null,
  device_id bigint not null,
  since_time bigint not null,
  dev_state smallint not null,
  primary key (tenant_id, device_id, since_time),
  foreign key (tenant_id, device_id) references device on delete cascade
);

create index device_state_by_time on device_state (since_time);

alter table device_state enable row level security;

create policy own_tenant on device_state to sightglass_app
  using (tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint))
  with check (tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint));

grant select on device_state to sightglass_app;

-- While no server ran nobody knows how a device was: a run lasted from its start until it was last seen.
create table server_run (
  start_time bigint primary key,
  seen_time bigint not null
);
