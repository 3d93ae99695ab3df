-- What no limit of a user may exceed, as the installation's settings say at each start; a quota without a row has no such end.
create table installation_quota (
  quota text primary key,
  most bigint not null
);

-- A tenant reads no table of the installation's, but each of these numbers.
create function quota_most(wanted text) returns bigint
  language sql stable security definer set search_path = public, pg_temp
  as 'select most from installation_quota where quota = wanted';

-- What is kept for a time is found by its time, of all organisations.
create index audit_by_time on audit (audit_time);

create index command_by_time on command (sent_time);
