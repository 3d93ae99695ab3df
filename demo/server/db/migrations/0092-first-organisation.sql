-- Whether an organisation is the first of the server, its operator's own: one that another registered shares what is left.
create function is_first_tenant(asked bigint) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as 'select not exists (select from tenant where tenant_id < asked)';
