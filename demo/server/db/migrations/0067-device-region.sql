-- region_code: the smallest division of China that is known, by the six digits of GB/T 2260; region_text: where it stands elsewhere.
alter table device
  add column region_code text not null default '',
  add column region_text text not null default '',
  add column remarks text not null default '';
