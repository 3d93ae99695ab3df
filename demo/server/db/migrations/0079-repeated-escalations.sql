-- A repeat renews what of an alarm still waits for a person, and what the person has not read. Messages go by their age.
create index push_repeated on push (tenant_id, alarm_id, user_id, channel)
  where message_id is null and reason = 'escalation';

create index system_message_of_alarm on system_message (tenant_id, user_id, kind, (params ->> 'alarm_id'))
  where (params ->> 'alarm_id') is not null and read_time is null and removed_time is null;

create index system_message_of_time on system_message (message_time);

create index system_message_removed on system_message (removed_time) where removed_time is not null;
