-- A device that one user shares with another. by_user_id: whose right it stands on, and whose quota it counts against.
create table device_share (
  tenant_id bigint not null,
  device_id bigint not null,
  user_id bigint not null,
  by_user_id bigint not null,
  may_write boolean not null,
  until_time bigint,
  remarks text not null default '',
  shared_time bigint not null,
  primary key (tenant_id, device_id, user_id),
  foreign key (tenant_id, device_id) references device on delete cascade,
  foreign key (tenant_id, user_id) references app_user on delete cascade,
  foreign key (tenant_id, by_user_id) references app_user on delete cascade
);

create index device_share_with on device_share (tenant_id, user_id);

create index device_share_by on device_share (tenant_id, by_user_id);

create index device_share_ends on device_share (until_time) where until_time is not null;

create index device_registered_by on device (tenant_id, registered_user_id) where registered_user_id is not null;

alter table device_share enable row level security;

create policy own_tenant on device_share to sightglass_app
  using (tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint))
  with check (tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint));

grant select, insert, update, delete on device_share to sightglass_app;
