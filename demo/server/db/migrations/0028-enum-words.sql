-- Words of an enum have a length and a number, as every other text has: some 13 KB of a point at most.
create function pg_temp.bounded(texts jsonb) returns jsonb language sql as $$
  select jsonb_object_agg(key, jsonb_build_object('zh', left(word ->> 'zh', 64), 'en', left(word ->> 'en', 64)))
  from (select key, word from jsonb_each(texts) as given (key, word) where key ~ '^-?[0-9]{1,10}$' order by key limit 200) kept
$$;

update point set enum_text = pg_temp.bounded(enum_text) where jsonb_typeof(enum_text) = 'object';

update template_point set enum_text = pg_temp.bounded(enum_text) where jsonb_typeof(enum_text) = 'object';

drop function pg_temp.bounded(jsonb);
