-- What the rows of an import were stored with: an organisation keeps so much and no more.
alter table device_import add column bytes bigint not null default 0;

update device_import i set bytes = r.bytes
  from (
    select tenant_id, import_id, sum(pg_column_size(cells) + coalesce(pg_column_size(input), 0) + 100) as bytes
      from device_import_row group by tenant_id, import_id
  ) r
  where r.tenant_id = i.tenant_id and r.import_id = i.import_id;
