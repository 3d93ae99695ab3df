-- Bytes that an organisation's history takes on disk, by the quota that bounds them and by the day (epoch ms, UTC) that they
-- are of. Written together with the rows that it counts: nobody reads those to know how much there is of them.
create table history_size (
  tenant_id bigint not null references tenant on delete cascade,
  quota text not null,
  day bigint not null,
  bytes bigint not null,
  primary key (tenant_id, quota, day)
);

insert into history_size (tenant_id, quota, day, bytes)
select p.tenant_id, 'history_bytes', h.time - h.time % 86400000, sum(h.bytes)
from (
  select point_id, t0 as time, octet_length(data) + 100 as bytes from tlm_hour
  union all
  select point_id, data_time, octet_length(text_value) + 100 from tlm_text
) h join point p on p.point_id = h.point_id
group by 1, 3;

insert into history_size (tenant_id, quota, day, bytes)
select p.tenant_id, 'rollup_bytes', r.t0 - r.t0 % 86400000, sum(octet_length(r.m1) + 130)
from tlm_rollup r join point p on p.point_id = r.point_id
group by 1, 3;

alter table history_size enable row level security;

create policy own_tenant on history_size to sightglass_app
  using (tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint))
  with check (tenant_id = (select nullif(current_setting('app.tenant', true), '')::bigint));

grant select on history_size to sightglass_app;

-- Of when the newest is that storage limits dropped; null for none.
alter table tenant
  drop column history_bytes,
  add column history_dropped_time bigint,
  add column rollups_dropped_time bigint;
