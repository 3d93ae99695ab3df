-- Notices, and who received them, are counted as the table changes.
do $$
declare
  counted record;
begin
  for counted in select * from (values
    ('notice', 'notices', 'octet_length(title) + octet_length(body) + octet_length(targets::text)'),
    ('notice_receipt', 'receipts', '0')
  ) c (name, room, bytes) loop
    execute format(
      'insert into room_taken as r (tenant_id, room, rows, bytes)
        select tenant_id, %L, count(*), coalesce(sum(%s), 0) from %I group by tenant_id',
      counted.room, counted.bytes, counted.name);
    execute format('create trigger room_added after insert on %I referencing new table as added
      for each statement execute function take_room(%L, %L)', counted.name, counted.room, counted.bytes);
    execute format('create trigger room_deleted after delete on %I referencing old table as deleted
      for each statement execute function take_room(%L, %L)', counted.name, counted.room, counted.bytes);
  end loop;
end
$$;

create trigger room_changed after update on notice referencing old table as deleted new table as added
  for each statement execute function take_room(
    'notices', 'octet_length(title) + octet_length(body) + octet_length(targets::text)');

-- Of all events of alarms the newest stay, which are found in their order.
drop index alarm_event_of_time;

create index alarm_event_of_time on alarm_event (tenant_id, event_time, event_id);
