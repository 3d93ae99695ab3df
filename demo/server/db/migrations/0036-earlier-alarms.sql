-- Whoever confirms an alarm confirms its earlier occurrences too, which may be very many: they follow in pieces. Until none is
-- left the alarm says so, with who confirmed it and when: it keeps the highest number that an alarm of the organisation had then,
-- for what became known later nobody has confirmed.
alter table alarm add column confirms_earlier bigint;

create index alarm_confirming_earlier on alarm (tenant_id, alarm_id) where confirms_earlier is not null;

create index alarm_earlier_unconfirmed on alarm (tenant_id, rule_id, device_id, alarm_time desc, alarm_id desc)
  where confirm_time is null and next_alarm_id is not null;
