-- What people read in English; the other column holds the Chinese, or the only, name.
alter table template_point add column name_en text;

alter table point add column name_en text;

alter table alarm_rule add column alarm_name_en text;

alter table alarm add column alarm_name_en text;
