-- How much history comes along with an offered device, as it was then.
alter table device_offer add column history_bytes bigint;
