-- Whose device it was that signs in again under an SN that nobody has registered.
create index device_former_sn_code on device (lower(sn_code)) where deregistered_time is not null;
