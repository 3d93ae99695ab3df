-- An organisation's own menu, as one document: the schema of the contract says what is in it. What its items open may be gone.
-- home_dashboard_id: the dashboard of its custom page.
create table custom_menu (
  tenant_id bigint primary key references tenant,
  menu jsonb not null,
  home_dashboard_id bigint,
  version int not null,
  changed_time bigint not null,
  user_name text not null,
  foreign key (tenant_id, home_dashboard_id) references dashboard on delete set null (home_dashboard_id)
);

create index custom_menu_home on custom_menu (tenant_id, home_dashboard_id) where home_dashboard_id is not null;

alter table custom_menu enable row level security;

create policy own_tenant on custom_menu to sightglass_app
  using (tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint))
  with check (tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint));

grant select, insert, update, delete on custom_menu to sightglass_app;

-- The same for who has a role.
alter table role add column home_dashboard_id bigint,
  add foreign key (tenant_id, home_dashboard_id) references dashboard on delete set null (home_dashboard_id);

create index role_home on role (tenant_id, home_dashboard_id) where home_dashboard_id is not null;
