-- Alarms and what people did with them wait by organisation: a batch reads the oldest of each, whatever else waits.

create index alarm_to_announce on alarm (tenant_id, alarm_id) where push_state = 0 and held is null;

create index alarm_over_to_announce on alarm (tenant_id, alarm_id) where push_state = 1 and recover_time is not null;

create index alarm_ended_while_held on alarm (tenant_id, alarm_id)
  where push_state = 0 and held is not null and recover_time is not null;

drop index alarm_to_push;

create index alarm_act_to_tell on alarm_event (tenant_id, event_id)
  where not is_told and alarm_type > 2 and alarm_id is not null;

drop index alarm_event_to_tell;

-- An escalation goes on with the alarm that came after the one that it began with.
create index alarm_before on alarm (tenant_id, next_alarm_id) where next_alarm_id is not null;
