-- By the card first: led by the organisation it was taken, where statistics were old, to find a device by its number, and read
-- whole for each.
drop index device_card_no;

create unique index device_card_no on device (card_no, tenant_id) where deregistered_time is null;
