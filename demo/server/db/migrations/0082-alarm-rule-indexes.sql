-- The rules of one template, device or geofence are read without those of the whole organisation.
create index alarm_rule_template on alarm_rule (tenant_id, template_id) where template_id is not null;

create index alarm_rule_device on alarm_rule (tenant_id, device_id) where device_id is not null;

drop index alarm_rule_fence;

create index alarm_rule_fence on alarm_rule (tenant_id, fence_id, rule_id) where fence_id is not null;
