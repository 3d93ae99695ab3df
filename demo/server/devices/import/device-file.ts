import { type Kysely, sql } from 'kysely'
import { DEVICE_COLUMN_NAMES, DEVICE_COLUMNS, type DeviceColumn } from '../../../../core/catalogue/device-columns.ts'
import type { Language } from '../../../../core/catalogue/words.ts'
import type { Row, Schema } from '../../db/schema.ts'
import type { Cell, Sheet } from '../../files/spreadsheet.ts'
import type { LiveDevice } from '../../fleet/fleet.ts'
import type { Caller } from '../../http/caller.ts'
import { regionWords } from '../districts.ts'
import { seenGroups } from '../group.ts'
import { EXAMPLES } from './examples.ts'
import { groupPaths } from './plan.ts'

export const headingOf = (lang: Language): string[] => DEVICE_COLUMN_NAMES.map((name) => DEVICE_COLUMNS[name][lang])

export function templateSheet(lang: Language): Sheet {
  const rows = EXAMPLES[lang].map((example) => DEVICE_COLUMN_NAMES.map((name) => example[name] ?? null))
  return { name: lang === 'zh' ? '设备' : 'Devices', heading: headingOf(lang), rows }
}

/** Devices as rows of a file, in their order. */
export async function deviceRows(
  q: Kysely<Schema>,
  caller: Caller,
  devices: readonly LiveDevice[],
  lang: Language,
): Promise<Cell[][]> {
  const ids = devices.map(({ device_id }) => device_id)
  const stored = await q
    .selectFrom('device as d')
    .leftJoin('template as t', (join) =>
      join.onRef('t.tenant_id', '=', 'd.tenant_id').onRef('t.template_id', '=', 'd.template_id'),
    )
    .selectAll('d')
    .select('t.module_name')
    .where(sql<boolean>`d.device_id = any(${ids}::bigint[])`)
    .execute()
  const byId = new Map(stored.map((row) => [row.device_id, row]))
  const paths = groupPaths(await seenGroups(q, caller))
  return devices.flatMap(({ device_id }) => {
    const row = byId.get(device_id)
    return row ? [DEVICE_COLUMN_NAMES.map((name) => cellOf(row, name, lang, paths))] : []
  })
}

function cellOf(
  row: Row<'device'> & { module_name: string | null },
  name: DeviceColumn,
  lang: Language,
  paths: ReadonlyMap<number, string>,
): Cell {
  if (name === 'password') return null
  if (name === 'group') return paths.get(row.group_id) ?? null
  if (name === 'template') return row.module_name
  if (name === 'region') return regionWords(row, lang)
  if (name === 'tags') return row.tags.join(', ')
  return row[name]
}
