-- For how long nobody had confirmed, as an escalation told it: an alarm that came again waits since the first time.
alter table push add column waited_min integer;

update push p set waited_min = round((p.push_time - a.alarm_time) / 60000.0)
  from alarm a
  where a.tenant_id = p.tenant_id and a.alarm_id = p.alarm_id and p.reason = 'escalation' and p.message_id is null;
