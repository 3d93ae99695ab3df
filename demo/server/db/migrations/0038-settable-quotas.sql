-- Of what is kept until it is too much an installation may bound what is set from now on, and leave what was set before: no
-- history is lost that an administrator has had kept.
alter table installation_quota alter column most drop not null;

alter table installation_quota add column settable bigint;

create function quota_settable(wanted text) returns bigint
  language sql stable security definer set search_path = public, pg_temp
  as 'select settable from installation_quota where quota = wanted';
