-- Alarms that go when an organisation has too many are read alone, the oldest first: those that are over, and those that
-- recovered and wait to be confirmed.
create index alarm_over on alarm (tenant_id, alarm_time, alarm_id)
  where recover_time is not null and (confirm_time is not null or held is not null or next_alarm_id is not null);

create index alarm_waiting on alarm (tenant_id, alarm_time, alarm_id)
  where recover_time is not null and confirm_time is null and held is null and next_alarm_id is null;

-- Whether administrators know of a quota that is nearly used up.
create index system_message_of_quota on system_message (tenant_id, message_time) where kind = 'quota-near';

-- What is older than it is kept, and what came lately, is found by its time, of all organisations.
create index delivered_message_by_time on delivered_message (message_time);

create index shift_entry_by_time on shift_entry (entry_time);

create index device_deregistered_of_tenant on device (tenant_id, deregistered_time) where deregistered_time is not null;
