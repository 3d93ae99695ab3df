-- Which resources of the gallery are named by a screen as it is drawn now, by a published version of one, and by a group
-- of controls. Kept with each text that names them, so that nobody searches all documents for one.
create table resource_use (
  tenant_id bigint not null,
  resource_id bigint not null,
  screen_id bigint,
  version_id bigint,
  group_id bigint,
  check (num_nonnulls(screen_id, version_id, group_id) = 1),
  foreign key (tenant_id, resource_id) references resource on delete cascade,
  foreign key (tenant_id, screen_id) references screen on delete cascade,
  foreign key (tenant_id, version_id) references screen_version on delete cascade,
  foreign key (tenant_id, group_id) references resource on delete cascade
);

create index resource_use_of_resource on resource_use (tenant_id, resource_id);

create unique index resource_use_by_screen on resource_use (tenant_id, screen_id, resource_id) where screen_id is not null;

create unique index resource_use_by_version on resource_use (tenant_id, version_id, resource_id) where version_id is not null;

create unique index resource_use_by_group on resource_use (tenant_id, group_id, resource_id) where group_id is not null;

insert into resource_use (tenant_id, resource_id, screen_id)
select distinct s.tenant_id, r.resource_id, s.screen_id
from screen s, regexp_matches(s.document, 'gallery/(\d{1,15})(?!\d)', 'g') named (id), resource r
where r.tenant_id = s.tenant_id and r.resource_id = named.id[1]::bigint;

insert into resource_use (tenant_id, resource_id, version_id)
select distinct v.tenant_id, r.resource_id, v.version_id
from screen_version v, regexp_matches(v.document, 'gallery/(\d{1,15})(?!\d)', 'g') named (id), resource r
where v.kind = 'published' and r.tenant_id = v.tenant_id and r.resource_id = named.id[1]::bigint;

insert into resource_use (tenant_id, resource_id, group_id)
select distinct f.tenant_id, r.resource_id, f.resource_id
from resource g
  join resource_file f on f.tenant_id = g.tenant_id and f.resource_id = g.resource_id,
  regexp_matches(convert_from(f.content, 'UTF8'), 'gallery/(\d{1,15})(?!\d)', 'g') named (id), resource r
where g.resource_type = 'group' and r.tenant_id = f.tenant_id and r.resource_id = named.id[1]::bigint;

alter table resource_use enable row level security;

create policy own_tenant on resource_use to sightglass_app
  using (tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint))
  with check (tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint));

grant select, insert, update, delete on resource_use to sightglass_app;
