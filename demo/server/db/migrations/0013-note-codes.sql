-- What the product itself notes of an alarm is kept as a code, which every reader is told in the own language; what people
-- wrote stays beside it.
alter table alarm add column note_code text;

alter table alarm_event add column note_code text;

update alarm set alarm_note = null, note_code = case left(alarm_note, 3)
    when '迟到的' then 'not-silent' when '其后的' then 'confirmed-since' else 'without-rule' end
  where alarm_note in (
    '迟到的数据表明当时设备在测量 · Data that came late shows that the device was measuring',
    '其后的一次已确认 · A later occurrence was confirmed already',
    '规则已停用、删除或不再适用 · The rule was disabled, deleted or no longer applies');

update alarm_event set note = null, note_code = case left(note, 3)
    when '迟到的' then 'not-silent' when '其后的' then 'confirmed-since' else 'without-rule' end
  where user_name is null and note in (
    '迟到的数据表明当时设备在测量 · Data that came late shows that the device was measuring',
    '其后的一次已确认 · A later occurrence was confirmed already',
    '规则已停用、删除或不再适用 · The rule was disabled, deleted or no longer applies');
