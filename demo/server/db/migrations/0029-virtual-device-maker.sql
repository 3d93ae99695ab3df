-- Who made a virtual device, or saved its formulas last: it reads what that user sees. Null: an administrator, as for those
-- that were there before. No reference: of a user who is gone it has to stay known that there was one.
alter table device add column saved_user_id bigint;
