-- Organisations of the demo, whose passwords everybody knows: they are closed while the demo is off.
alter table tenant add column is_demo boolean not null default false;

-- Those that an earlier version made, known by their test stands.
update tenant set is_demo = true
where (name, tenant_id) in (
  select case sn_code when 'TS0001' then '演示水务' else '另一家公司' end, tenant_id
  from device where sn_code in ('TS0001', 'RV0001') and dev_model = 'TEST'
);
