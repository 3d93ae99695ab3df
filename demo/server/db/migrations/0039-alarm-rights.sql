-- Confirming, shelving and taking out of service are rights of their own. Whoever could do it by the page's right keeps it, but
-- for those who only read: the experience account, and roles that hold no other right to change something.
update role r set permissions = permissions || array['P73100', 'P73200', 'P73300']
  where 'P73000' = any(permissions)
    and permissions && array['P21200', 'P30100', 'P30200', 'P30400', 'P31100', 'P41000', 'P41600', 'P42000', 'P43000', 'P51100',
      'P52100', 'P53100', 'P53200', 'P53300', 'P53400', 'P53500', 'P53600', 'P54000', 'P56000', 'P61100', 'P74000', 'P81000',
      'P82000', 'P83000', 'P101200']
    and not exists (select from user_role u join app_user a on a.user_id = u.user_id
      where u.tenant_id = r.tenant_id and u.role_id = r.role_id and a.is_experience);

-- A user's own rights stand beside those of his roles.
update app_user set permissions = permissions || array['P73100', 'P73200', 'P73300']
  where 'P73000' = any(permissions) and not is_experience;
