import { type Kysely, sql } from 'kysely'
import { type Code, messageOf } from '../../../../core/catalogue/codes.ts'
import { DEVICE_COLUMNS, type DeviceColumn } from '../../../../core/catalogue/device-columns.ts'
import { hasRight } from '../../../../core/catalogue/held-rights.ts'
import { LIMITS } from '../../../../core/catalogue/limits.ts'
import type { Words } from '../../../../core/catalogue/words.ts'
import { DEVICE_GROUP_DEPTH, GroupName } from '../../../../core/contract/device-group.ts'
import type { WrongDeviceCell } from '../../../../core/contract/device-import.ts'
import type { UploadedFile } from '../../../../core/contract/file.ts'
import { snKey } from '../../../../core/rules/sn.ts'
import type { Db } from '../../db/db.ts'
import type { Row, Schema } from '../../db/schema.ts'
import { texts } from '../../db/sql-array.ts'
import { sheetOfFile } from '../../files/sheet-files.ts'
import type { Fleet } from '../../fleet/fleet.ts'
import { type Caller, canSee, canWrite, holdsGroup } from '../../http/caller.ts'
import { inPieces } from '../../limits/turns.ts'
import type { Settings } from '../../settings.ts'
import { templatesAsRows } from '../../templates/index.ts'
import { seenGroups } from '../group.ts'
import { mayPrepare } from '../listing.ts'
import { EXAMPLE_SNS } from './examples.ts'
import { bytesOfRow, requireKeepable } from './kept.ts'
import type { DevicesInput, ReadDevices, ReadRow } from './read-devices.ts'

const READING = new URL('./read-thread.ts', import.meta.url)
/** A heading, and blank lines between the rows. */
const ROWS_READ = LIMITS.importRows + 1000

/** Of more the next check says the rest. */
const MISSING_MOST = 100

/** What is to be done with a row. */
export interface RowInput {
  act: 'create' | 'update'
  sn_code: string
  /** Of a device that is made: as it was sent. */
  password?: string
  /** What is said of the device; of one that exists, what is to differ. */
  set: Record<string, unknown>
}

export interface PlannedRow extends Pick<ReadRow, 'row' | 'cells' | 'bytes' | 'wrong'> {
  /** Undefined of a row that is wrong, or that changes nothing. */
  input?: RowInput
}

export interface Plan {
  heading: string[]
  columns: ReadDevices['columns']
  /** `bytes` of each are what it is stored with. */
  rows: PlannedRow[]
  bytes: number
  /** As `CheckedDevices` has them. */
  missing_groups: string[]
}

export interface PlanParts {
  db: Db
  fleet: Fleet
  settings: Pick<Settings, 'PROVISIONING'>
}

/** The names of groups from the top down, as files write them. */
export function groupPaths(groups: readonly { group_id: number; parent_id: number | null; group_name: string }[]) {
  const byId = new Map(groups.map((group) => [group.group_id, group]))
  const pathOf = (group_id: number): string => {
    const group = byId.get(group_id)
    if (!group) return ''
    const above = group.parent_id === null ? '' : pathOf(group.parent_id)
    return above === '' ? group.group_name : `${above}/${group.group_name}`
  }
  return new Map(groups.map(({ group_id }) => [group_id, pathOf(group_id)]))
}

/** Groups of a caller by path, and by the name alone where only one has it. */
async function groupsByPath(q: Kysely<Schema>, caller: Caller) {
  const groups = await seenGroups(q, caller)
  const paths = groupPaths(groups)
  const byName = new Map<string, number | null>()
  for (const { group_id, group_name } of groups) {
    const key = group_name.toLowerCase()
    byName.set(key, byName.has(key) ? null : group_id)
  }
  const byPath = new Map([...paths].map(([group_id, path]) => [path.toLowerCase(), group_id]))
  const namesOf = (text: string) => text.split('/').map((name) => name.trim())
  const find = (text: string) => {
    const key = namesOf(text).join('/').toLowerCase()
    return byPath.get(key) ?? byName.get(key) ?? null
  }
  /** Paths that would have to be made for this one to be there; none where it is no path, or a name that several have. */
  const missing = (text: string): string[] => {
    const names = namesOf(text)
    const isPath = names.length <= DEVICE_GROUP_DEPTH && names.every((name) => GroupName.safeParse(name).success)
    if (!isPath || byName.has(names.join('/').toLowerCase())) return []
    return names.map((_, at) => names.slice(0, at + 1).join('/')).filter((path) => !byPath.has(path.toLowerCase()))
  }
  return { find, missing, first: groups.find(({ is_default }) => is_default)?.group_id ?? null }
}

const lines = (rows: readonly ReadRow[], of: (values: NonNullable<ReadRow['values']>) => string | null | undefined) =>
  texts(rows.flatMap(({ values }) => (values && of(values)) || []))

/** What of a device a file may say is stored in columns of the same name. */
const STORED = [
  'dev_alias',
  'dev_model',
  'report_interval_s',
  'tags',
  'region_code',
  'region_text',
  'site_name',
  'site_address',
  'deployment_address',
  'contact_name',
  'contact_phone',
  'contact_email',
  'card_no',
  'remarks',
  'group_id',
] as const satisfies readonly (keyof Row<'device'>)[]

async function factsOf(q: Kysely<Schema>, { fleet }: PlanParts, caller: Caller, rows: readonly ReadRow[]) {
  const groups = await groupsByPath(q, caller)
  const names = lines(rows, ({ template }) => template?.toLowerCase())
  const templates = await templatesAsRows(
    q,
    caller,
    sql<boolean>`t.module_type = 'standard' and lower(t.module_name) = any(${names}::text[])`,
  )
  const cards = await q
    .selectFrom('device')
    .select(['card_no', 'device_id'])
    .where('deregistered_time', 'is', null)
    .where(sql<boolean>`card_no = any(${lines(rows, ({ card_no }) => card_no)}::text[])`)
    .execute()
  const ids = rows.flatMap(({ values }) => (values && fleet.get(values.sn_code)?.device_id) ?? [])
  const stored = await q
    .selectFrom('device')
    .select(['device_id', 'template_id', ...STORED])
    .where(sql<boolean>`device_id = any(${ids}::bigint[])`)
    .execute()
  return {
    groups,
    templates: new Map(templates.map(({ module_name, template_id }) => [module_name.toLowerCase(), template_id])),
    cards: new Map(cards.map(({ card_no, device_id }) => [card_no, device_id])),
    stored: new Map(stored.map((row) => [row.device_id, row])),
  }
}

const REPEATED = { zh: '与前面某行重复', en: 'stands in a row above too' }
const NO_TEMPLATE = { zh: '模板不存在', en: 'is no template of yours' }
const NO_NAME = { zh: '不能为空', en: 'is missing' }
const BOUND = {
  zh: '已有设备的模板不能通过导入更改，请绑定模板',
  en: 'of a device that exists is changed by binding it to a template, not by an import',
}
const EXAMPLE = { zh: '是模板中的示例行，请删除该行', en: 'is an example of the template: delete the row' }
const VIRTUAL = { zh: '是虚拟设备', en: 'is a virtual device' }

/** What an import of a file would do, row by row, as far as is known beforehand. */
export async function planOf(
  parts: PlanParts,
  caller: Caller,
  {
    file,
    columns,
    update_existing,
  }: { file: UploadedFile; columns?: DevicesInput['columns']; update_existing: boolean },
): Promise<Plan> {
  const { db, fleet } = parts
  const { lang, tenant_id } = caller
  const read = await sheetOfFile<ReadDevices>(file, tenant_id, {
    program: READING,
    rows: ROWS_READ,
    more: { lang, ...(columns && { columns }) },
  })
  const facts = await db.tenant(tenant_id, (q) => factsOf(q, parts, caller, read.rows))
  const waiting = await db.systemFor(tenant_id, (q) =>
    q
      .selectFrom('unregistered_device')
      .select('sn_code')
      .where('password_hash', '<>', '')
      .where(sql<boolean>`lower(sn_code) = any(${lines(read.rows, ({ sn_code }) => snKey(sn_code))}::text[])`)
      .execute(),
  )
  const isWaiting = new Set(waiting.map(({ sn_code }) => snKey(sn_code)))
  const missing = new Map<string, string>()
  const [seen, cards] = [new Set<string>(), new Set<string>()]
  const mayUpdate = update_existing && hasRight(caller.roles, 'P30200')

  function planRow({ row, cells, wrong, values }: ReadRow): Omit<PlannedRow, 'bytes'> {
    const found = [...wrong]
    const report = (column: DeviceColumn, words: Words | string, code: Code = '100006') => {
      if (found.some((one) => one.column === column)) return
      const at = read.columns.indexOf(column)
      const message = typeof words === 'string' ? words : words[lang]
      found.push({ row, column, text: (cells[at] ?? '').slice(0, 200), message, code })
    }
    const refuse = (column: DeviceColumn, code: Code) => report(column, messageOf(code, lang), code)
    if (!values) return { row, cells, wrong: found }
    const { sn_code, password, group, template, ...set }: typeof values & { group_id?: number } = values
    const key = snKey(sn_code)
    if (EXAMPLE_SNS.has(key)) report('sn_code', EXAMPLE)
    if (seen.has(key)) report('sn_code', REPEATED, '110534')
    seen.add(key)
    if (set.card_no) {
      if (cards.has(set.card_no)) refuse('card_no', '110551')
      cards.add(set.card_no)
    }
    const known = fleet.get(sn_code)
    const isOwn = known !== undefined && canSee(caller, known)
    if (known && (!isOwn || !update_existing)) refuse('sn_code', '110534')
    else if (known?.is_virtual) report('sn_code', VIRTUAL)
    else if (known && (!mayUpdate || !canWrite(caller, known))) refuse('sn_code', '110539')
    const holder = set.card_no ? facts.cards.get(set.card_no) : undefined
    if (holder !== undefined && holder !== known?.device_id) refuse('card_no', '110551')
    const group_id = group === undefined ? (known ? undefined : facts.groups.first) : facts.groups.find(group)
    if (group !== undefined && group_id === null)
      for (const path of facts.groups.missing(group))
        missing.set(path.toLowerCase(), missing.get(path.toLowerCase()) ?? path)
    if (group_id === null || (group_id !== undefined && !holdsGroup(caller.may_write, group_id)))
      refuse('group', '112002')
    const template_id = template === undefined ? undefined : facts.templates.get(template.toLowerCase())
    if (template !== undefined && template_id === undefined) report('template', NO_TEMPLATE)
    const stored = known && facts.stored.get(known.device_id)
    if (stored && template_id !== undefined && template_id !== stored.template_id) report('template', BOUND)
    if (!known && !set.dev_alias) report('dev_alias', NO_NAME)
    if (!known && isWaiting.has(key) && password === undefined) refuse('password', '110528')
    if (!known && !isWaiting.has(key) && !mayPrepare(parts.settings, caller)) refuse('sn_code', '100015')
    if (found.length > 0) return { row, cells, wrong: found }
    const all = { ...set, ...(group_id != null && { group_id }) }
    if (!known)
      return {
        row,
        cells,
        wrong: [],
        input: {
          act: 'create',
          sn_code,
          ...(password && { password }),
          set: { ...all, ...(template_id && { template_id }) },
        },
      }
    const differs = STORED.filter(
      (field) => field in all && JSON.stringify(all[field]) !== JSON.stringify(stored?.[field]),
    )
    const changed = Object.fromEntries(differs.map((field) => [field, all[field]]))
    return { row, cells, wrong: [], ...(differs.length > 0 && { input: { act: 'update', sn_code, set: changed } }) }
  }

  const rows: PlannedRow[] = []
  let bytes = 0
  await inPieces(read.rows, (row) => {
    const planned = planRow(row)
    const size = bytesOfRow({ bytes: row.bytes, message: wrongLine(planned.wrong, lang), input: planned.input })
    rows.push({ ...planned, bytes: size })
    bytes += size
  })
  requireKeepable(bytes)
  const missing_groups = [...missing.values()].slice(0, MISSING_MOST)
  return { heading: read.heading, columns: read.columns, rows, bytes, missing_groups }
}

/** What is wrong in a row, in one line. */
export const wrongLine = (wrong: readonly WrongDeviceCell[], lang: 'zh' | 'en'): string =>
  wrong
    .map(({ column, message }) =>
      column ? `${DEVICE_COLUMNS[column][lang]}${lang === 'zh' ? '：' : ': '}${message}` : message,
    )
    .join(lang === 'zh' ? '；' : '; ')
    .slice(0, 1000)

export const countOf = (rows: readonly PlannedRow[]) => {
  const wrong = rows.filter((row) => row.wrong.length > 0).length
  const create = rows.filter(({ input }) => input?.act === 'create').length
  const update = rows.filter(({ input }) => input?.act === 'update').length
  return { rows: rows.length, create, update, wrong, same: rows.length - wrong - create - update }
}
