-- Files of devices that are being registered, or were. actor: who started it, as records keep it. key_hash: of the key that
-- opens the passwords that the server made. claimed_by: the server that is at it, until claimed_until unless it says so anew.
create table device_import (
  tenant_id bigint not null,
  import_id bigint generated always as identity,
  user_id bigint not null,
  actor jsonb not null,
  file_name text not null,
  heading jsonb not null,
  state text not null check (state in ('preparing', 'running', 'done', 'cancelled', 'failed')),
  key_hash bytea not null,
  rows int not null,
  done int not null default 0,
  created int not null default 0,
  updated int not null default 0,
  same int not null default 0,
  wrong int not null default 0,
  created_time bigint not null,
  end_time bigint,
  claimed_by text,
  claimed_until bigint not null default 0,
  primary key (tenant_id, import_id),
  foreign key (tenant_id, user_id) references app_user on delete cascade
);

create index device_import_open on device_import (state, import_id) where state in ('preparing', 'running');

create index device_import_time on device_import (created_time);

create index device_import_user on device_import (tenant_id, user_id);

-- input: what is still to be done, with the password; null once it is done. made_for: the SN of the device whose password the server
-- makes.
create table device_import_row (
  tenant_id bigint not null,
  import_id bigint not null,
  row_no int not null,
  cells jsonb not null,
  input jsonb,
  made_for text,
  outcome text check (outcome in ('created', 'updated', 'same', 'wrong')),
  message text not null default '',
  primary key (tenant_id, import_id, row_no),
  foreign key (tenant_id, import_id) references device_import on delete cascade
);

create index device_import_row_open on device_import_row (tenant_id, import_id, row_no) where outcome is null;

do $$
declare
  owned text;
begin
  foreach owned in array array['device_import', 'device_import_row'] loop
    execute format('alter table %I enable row level security', owned);
    execute format(
      'create policy own_tenant on %I to sightglass_app
         using (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')::bigint))
         with check (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')::bigint))', owned);
    execute format('grant select, insert, update, delete on %I to sightglass_app', owned);
  end loop;
end
$$;
