-- When the newest of the alarms came that storage limits dropped: until then what is kept is no measure of what came.
alter table tenant add column alarms_dropped_time bigint;
