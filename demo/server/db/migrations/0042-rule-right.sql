-- Editing alarm rules is a right of its own. Whoever could do it, for templates or for devices, keeps it.
update role r set permissions = permissions || array['P73400']
  where permissions && array['P30200', 'P41000']
    and not exists (select from user_role u join app_user a on a.user_id = u.user_id
      where u.tenant_id = r.tenant_id and u.role_id = r.role_id and a.is_experience);

update app_user set permissions = permissions || array['P73400']
  where permissions && array['P30200', 'P41000'] and not is_experience;
