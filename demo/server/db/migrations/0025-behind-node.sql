-- The Sparkplug node that announced an SN which had never signed in: that node alone speaks for it, and no other, until it
-- signs in itself.
alter table unregistered_device add column behind text;

alter table device add column behind text;

-- They were kept with the hash of their node's password, whose salt makes it the node's own.
update unregistered_device set behind = node.sn_code
from device node
where node.password_hash = unregistered_device.password_hash and node.password_hash <> '';

update device set behind = node.sn_code
from device node
where node.tenant_id = device.tenant_id and node.password_hash = device.password_hash
  and node.password_hash <> '' and node.device_id < device.device_id;
