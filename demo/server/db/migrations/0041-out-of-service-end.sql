-- What is out of service has an end, as what is shelved has. What has none yet comes back in 90 days.
alter table alarm_hold drop constraint alarm_hold_check;

update alarm_hold set end_time = (extract(epoch from now()) * 1000)::bigint + 90 * 86400000::bigint where end_time is null;

alter table alarm_hold alter column end_time set not null;
