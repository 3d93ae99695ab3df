-- Who has published a template: a screen does unasked only what that person may do. Of those published before, who made it.
alter table template add column published_user_id bigint;

update template set published_user_id = created_user_id where published_time is not null;
