-- A share link opens a screen or a dashboard. password_time: since when its password is the one that there is.
alter table share_link
  alter column screen_id drop not null,
  add column dashboard_id bigint,
  add column password_time bigint,
  add constraint share_link_content check (num_nonnulls(screen_id, dashboard_id) = 1),
  add foreign key (tenant_id, dashboard_id) references dashboard on delete cascade;

create index share_link_of_dashboard on share_link (tenant_id, dashboard_id) where dashboard_id is not null;

-- What visitors may read of what is shown: the points that it reads, as JSON, and the resources of the gallery that it names,
-- both null until somebody needs them; and those points of which its saver sees the device, null for all of them.
alter table dashboard_version
  add column points text,
  add column resources bigint[],
  add column visitor_points text[];
