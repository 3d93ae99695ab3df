-- What the organisation's people were sent and who is told of alarms is for administrators: no code gives it.
update role set permissions = array_remove(permissions, 'P84000') where 'P84000' = any(permissions);

update app_user set permissions = array_remove(permissions, 'P84000') where 'P84000' = any(permissions);
