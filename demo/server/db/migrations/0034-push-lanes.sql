-- Messages wait by the way that they go, and escalations by organisation: whoever looks for the next one reads nothing else.

create index delivered_message_to_send
  on delivered_message (tenant_id, channel, coalesce(webhook_id, 0), due_time, message_id) where due_time is not null;

drop index delivered_message_due;

create index escalation_run_to_tell on escalation_run (tenant_id, due_time);

drop index escalation_run_due;

create index push_of_alarm_and_user on push (tenant_id, alarm_id, user_id, channel);

drop index push_of_alarm;
