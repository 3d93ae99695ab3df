-- A virtual device is worked out of the points of others, and never connects. Its name is the tenant's only one.
alter table device add column is_virtual boolean not null default false;

create unique index device_virtual_name on device (tenant_id, lower(dev_alias)) where is_virtual;

-- formula: of a point of a virtual device, what it is worth.
alter table point add column formula text;
