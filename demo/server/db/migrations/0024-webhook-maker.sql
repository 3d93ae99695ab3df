-- Who made a webhook, or saved it last: what happens in an organisation is sent on only while he may have it sent.
alter table webhook
  add column user_id bigint,
  add foreign key (tenant_id, user_id) references app_user on delete set null (user_id);

-- Of those that were there, the administrator who came first answers for them.
update webhook set user_id = (
  select u.user_id from app_user u
  where u.tenant_id = webhook.tenant_id and u.user_type = 1
  order by u.is_active desc, u.user_id limit 1
);
