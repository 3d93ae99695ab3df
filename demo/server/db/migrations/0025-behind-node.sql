-- The Sparkplug node that announced an SN which had never signed in: that node alone speaks for it, and no other, until it
-- signs in itself.
alter table unregistered_device add column behind text;

alter table device add column behind text;

-- They were kept with the hash of their node's password, whose salt makes it the node's own.
-- Of several with that hash the node is the one that was there first.
update unregistered_device set behind = (
  select node.sn_code from device node
  where node.password_hash = unregistered_device.password_hash and node.password_hash <> ''
  order by node.device_id limit 1
);

update device set behind = (
  select node.sn_code from device node
  where node.tenant_id = device.tenant_id and node.password_hash = device.password_hash
    and node.password_hash <> '' and node.device_id < device.device_id
  order by node.device_id limit 1
);
