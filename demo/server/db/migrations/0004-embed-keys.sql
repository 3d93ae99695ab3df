-- A key with which a portal's server signs guest tokens. Its secrets are kept nowhere: each follows from the server's
-- own (server_setting embed_root), key_id and version.
create table embed_key (
  tenant_id bigint not null references tenant,
  key_id text not null unique,
  name text not null,
  origins text[] not null,
  without_origin boolean not null,
  actions text[] not null,
  resources jsonb not null,
  secret_version int not null default 1,
  previous_until_time bigint,
  expires_time bigint,
  revoked_time bigint,
  created_time bigint not null,
  "created_userName" text not null,
  primary key (tenant_id, key_id)
);

-- Records name the key: two that live may not share a name.
create unique index embed_key_name on embed_key (tenant_id, lower(name)) where revoked_time is null;

alter table embed_key enable row level security;

create policy own_tenant on embed_key to sightglass_app
  using (tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint))
  with check (tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint));

grant select, insert, update, delete on embed_key to sightglass_app;
