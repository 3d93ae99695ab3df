-- What a device says of a point itself, over its template: the names of these columns. The columns have the values that hold.
alter table point add column own_fields text[] not null default '{}';

-- Hidden: not offered in lists, and recorded all the same.
alter table point add column is_hidden boolean not null default false;

-- Taken away by people, and kept with its history to be put back: is_added is false.
alter table point add column is_removed boolean not null default false;

-- The few that differ from their templates.
create index point_of_its_own on point (tenant_id, device_id) where own_fields <> '{}' or is_hidden or is_removed;
