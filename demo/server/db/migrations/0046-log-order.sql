-- What the logs of people are read by: what they did with alarms, of all and of one device, and their sign-ins.
create index alarm_event_of_people on alarm_event (tenant_id, event_time desc, event_id desc)
  where alarm_type in (3, 4, 5, 8, 9, 10);

create index alarm_event_of_device on alarm_event (tenant_id, device_id, event_time desc, event_id desc)
  where alarm_type in (3, 4, 5, 8, 9, 10);

create index audit_of_sign_ins on audit (tenant_id, audit_time desc, audit_id desc)
  where action in ('sign-in', 'sign-in-refused', 'sign-out', 'simulate', 'sessions-end');
