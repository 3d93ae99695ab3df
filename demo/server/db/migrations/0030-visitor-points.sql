-- Points of a published version, as `sn/key`, that visitors of share links may read: of devices that its publisher saw then,
-- and those that visitors read of the version before. Null: all of them, as an administrator published it, and of those
-- that were there before.
alter table screen_version add column visitor_points text[];
