-- Since when a registration waits for its device to sign in; null once it has. Until then it does not hold its SN against
-- whoever has another password for it and claims it.
alter table device add column awaited_time bigint;
