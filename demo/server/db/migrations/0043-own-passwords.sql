-- Whoever has a password that somebody else set changes it at the first sign-in. Names as people have them, beside nicknames.
alter table app_user
  add column must_change_password boolean not null default false,
  add column full_name text not null default '';
