-- What people sort devices by, as they wrote it.
alter table device add column tags text[] not null default '{}';
