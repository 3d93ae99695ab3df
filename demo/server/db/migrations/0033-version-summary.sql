-- What is read of a published version once, when it is frozen: `summary` (size and names of videos), `points` that it reads
-- and `guards` of what it writes, each JSON. Points and guards are the JSON null where its groups expand to too much. SQL's null:
-- not read yet, of versions that were published before, and dropped with what is shown no more.
alter table screen_version
  add column summary text,
  add column points text,
  add column guards text;
