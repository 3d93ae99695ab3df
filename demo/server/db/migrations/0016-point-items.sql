-- The permission item that whoever writes a point has to hold. An item stays as long as a point asks for it: taking it
-- away would open the point to everybody. Checked at the end, since a template goes with both.
alter table template_point add column item_id bigint;

alter table template_point add foreign key (tenant_id, item_id) references permission_item deferrable initially deferred;
