alter table device_group add column remarks text not null default '';
