-- Words of enums are in memory too, where they take four times the bytes of their JSON: as much as a point for each 256 of them.
create or replace function points_of_all() returns bigint
  language sql stable security definer set search_path = public, pg_temp
  as 'select coalesce(sum(points + enum_bytes / 256), 0)::bigint from point_count';
