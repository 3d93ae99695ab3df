alter table tenant add column week_start text not null default 'monday'
  check (week_start in ('monday', 'sunday', 'saturday'));

-- What an organisation has set for itself, as one document: the schema of the contract says what is in it. policy_id: random,
-- another one for each change of the hosts; null without any.
create table organisation_setting (
  tenant_id bigint primary key references tenant,
  settings jsonb not null,
  version int not null,
  changed_time bigint not null,
  user_name text not null,
  policy_id text unique
);

-- Logos, favicons and backgrounds. picture_id: random, by which everybody who was shown it reads it.
create table organisation_picture (
  tenant_id bigint not null references tenant,
  picture_id text not null,
  kind text not null check (kind in ('logo', 'logo_dark', 'favicon', 'background')),
  mime text not null,
  width int,
  height int,
  content bytea not null,
  created_time bigint not null,
  primary key (tenant_id, picture_id)
);

create unique index organisation_picture_id on organisation_picture (picture_id);

alter table organisation_picture alter column content set storage external;

do $$
declare
  owned text;
begin
  foreach owned in array array['organisation_setting', 'organisation_picture'] loop
    execute format('alter table %I enable row level security', owned);
    execute format(
      'create policy own_tenant on %I to sightglass_app
         using (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')::bigint))
         with check (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')::bigint))', owned);
    execute format('grant select, insert, update, delete on %I to sightglass_app', owned);
  end loop;
end
$$;
