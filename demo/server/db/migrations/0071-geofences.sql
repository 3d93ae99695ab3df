-- Areas on the map. corners: [{lat, lng}, …], WGS-84; one with a radius is the centre of a circle.
create table geofence (
  tenant_id bigint not null references tenant,
  fence_id bigint generated always as identity,
  fence_name text not null,
  group_id bigint,
  corners jsonb not null,
  radius_m double precision,
  version int not null default 1,
  changed_time bigint not null,
  primary key (tenant_id, fence_id),
  foreign key (tenant_id, group_id) references device_group
);

create unique index geofence_name on geofence (tenant_id, lower(fence_name));

alter table geofence enable row level security;

create policy own_tenant on geofence to sightglass_app
  using (tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint))
  with check (tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint));

grant select, insert, update, delete on geofence to sightglass_app;

alter table alarm_rule add column fence_id bigint;

alter table alarm_rule add foreign key (tenant_id, fence_id) references geofence;

create index alarm_rule_fence on alarm_rule (tenant_id, fence_id) where fence_id is not null;

alter table alarm_rule drop constraint alarm_rule_condition_check;

alter table alarm_rule add constraint alarm_rule_condition_check check (condition in (
  'above', 'below', 'between', 'outside', 'equals', 'changes', 'no_data', 'enters_fence', 'leaves_fence', 'outside_fence'));
