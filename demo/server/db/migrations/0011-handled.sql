-- Programs are told too of what people did with an alarm, and who is to be told when nobody confirms one that came back.

-- Whether all that comes of an event was decided; of those that were, nothing is left to tell.
alter table alarm_event add column is_told boolean not null default true;

alter table alarm_event alter column is_told set default false;

create index alarm_event_to_tell on alarm_event (event_id)
  where not is_told and alarm_type > 2 and alarm_id is not null;

alter table delivered_message drop constraint delivered_message_reason_check;

alter table delivered_message add constraint delivered_message_reason_check check (reason in
  ('code', 'test', 'alarm', 'escalation', 'recovered', 'confirmed', 'shelved', 'unshelved', 'out_of_service',
   'in_service'));
