-- Of holds that began and ended while nothing was wrong the newest events stay, which are found by their rule and device.
create index alarm_event_of_hold on alarm_event (tenant_id, rule_id, device_id, event_time desc, event_id desc)
  where alarm_id is null;
