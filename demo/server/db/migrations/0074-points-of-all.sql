-- Points of all organisations together, which one of them does not see: the server has memory for so many.
create function points_of_all() returns bigint
  language sql stable security definer set search_path = public, pg_temp
  as 'select coalesce(sum(points), 0)::bigint from point_count';
