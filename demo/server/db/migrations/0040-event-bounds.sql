-- What waits for each webhook, and what is over, by its age: whoever looks for the oldest reads nothing else.

create index delivered_message_waiting on delivered_message (tenant_id, webhook_id, message_id)
  where due_time is not null and webhook_id is not null;

create index delivered_message_over on delivered_message (tenant_id, message_id)
  where channel = 'webhook' and due_time is null;

-- The newest of a webhook is read alone, too.
create index delivered_message_newest_of_webhook on delivered_message (tenant_id, webhook_id, message_id)
  where webhook_id is not null;

drop index delivered_message_of_webhook;
