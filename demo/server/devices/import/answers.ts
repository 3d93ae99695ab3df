import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { LIMITS } from '../../../../core/catalogue/limits.ts'
import type { Language, Words } from '../../../../core/catalogue/words.ts'
import { ApiError } from '../../../../core/contract/api-error.ts'
import type { Contract } from '../../../../core/contract/contract.ts'
import type { DeviceImport } from '../../../../core/contract/device-import.ts'
import type { Answers } from '../../../../core/contract/endpoint.ts'
import { writeAudit } from '../../audit/index.ts'
import type { Schema } from '../../db/schema.ts'
import { WRONG_MOST } from '../../files/file-cells.ts'
import { sheetFile } from '../../files/sheet-files.ts'
import type { Cell } from '../../files/spreadsheet.ts'
import type { Caller } from '../../http/caller.ts'
import { WrongField } from '../../http/field-errors.ts'
import { requireSeenGroup } from '../group.ts'
import { passwordOf } from '../password.ts'
import { matchingDevices } from '../rows.ts'
import { deviceRows, headingOf, templateSheet } from './device-file.ts'
import type { DeviceImports } from './imports.ts'
import { countOf, type PlanParts, planOf } from './plan.ts'
import { forgetInputs } from './progress.ts'
import { createPlanWriter, hashOfKey } from './write-plan.ts'

export interface DeviceImportParts extends PlanParts {
  imports: DeviceImports
  now?: () => number
}

const SAMPLE_ROWS = 5
/** An import of so many is done before its call answers: it takes a second or two. */
const FEW = 20

const COLUMNS = [
  'import_id',
  'file_name',
  'state',
  'rows',
  'done',
  'created',
  'updated',
  'same',
  'wrong',
  'created_time',
  'end_time',
] as const

/** A user's imports; what is still written down is not there yet. */
const importsOf = (q: Kysely<Schema>, { user_id }: Caller) =>
  q
    .selectFrom('device_import')
    .select(COLUMNS)
    .$narrowType<Pick<DeviceImport, 'state'>>()
    .where('user_id', '=', user_id)
    .where('state', '<>', 'preparing')

const importOf = async (q: Kysely<Schema>, caller: Caller, import_id: number) => {
  const found = await importsOf(q, caller).where('import_id', '=', import_id).executeTakeFirst()
  if (!found) throw new WrongField('import_id', { zh: '没有此导入', en: 'is no import of yours' })
  return found
}

const OUTCOMES: Record<string, Words> = {
  created: { zh: '已注册', en: 'Registered' },
  updated: { zh: '已更新', en: 'Updated' },
  same: { zh: '无变化', en: 'No change' },
  wrong: { zh: '未导入', en: 'Left out' },
  none: { zh: '未执行', en: 'Not done' },
}
const RESULT = { zh: '导入结果', en: 'Result' }
const WHY = { zh: '原因', en: 'Reason' }

/** Answers about files of devices. */
export function deviceImportAnswers({
  db,
  fleet,
  settings,
  imports,
  now = Date.now,
}: DeviceImportParts): Answers<Contract['deviceImport'], Caller> {
  const { insertImport, writeRows } = createPlanWriter({ db, imports, now })

  return {
    template: ({ format, lang }, caller) =>
      sheetFile(caller, format, async () => ({
        name: { zh: '设备导入模板', en: 'device import' }[lang],
        sheet: templateSheet(lang),
      })),

    export: ({ format, lang, ...filter }, caller) =>
      sheetFile(caller, format, () =>
        db.tenant(caller.tenant_id, async (q) => {
          await requireSeenGroup(q, caller, filter.group_id)
          const found = (await matchingDevices(q, fleet, caller, filter)).filter(({ is_virtual }) => !is_virtual)
          if (found.length > LIMITS.importRows) throw new ApiError('110540')
          const name = { zh: '设备', en: 'devices' }[lang]
          return { name, sheet: { name, heading: headingOf(lang), rows: await deviceRows(q, caller, found, lang) } }
        }),
      ),

    async check(asked, caller) {
      const { heading, columns, rows, missing_groups } = await planOf({ db, fleet, settings }, caller, asked)
      return {
        heading,
        columns,
        sample: rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells.map((cell) => cell.slice(0, 100))),
        ...countOf(rows),
        without_password: rows.filter(({ input }) => input?.act === 'create' && input.password === undefined).length,
        missing_groups,
        wrong_cells: rows.flatMap(({ wrong }) => wrong).slice(0, WRONG_MOST),
      }
    },

    async start({ skip_wrong, ...asked }, caller) {
      const { tenant_id, requireStill } = caller
      const plan = await planOf({ db, fleet, settings }, caller, asked)
      const { create, update, wrong } = countOf(plan.rows)
      if (wrong > 0 && !skip_wrong)
        throw new WrongField('file', { zh: `${wrong} 行有误`, en: `has ${wrong} rows that are wrong` }, '201801')
      if (create + update === 0)
        throw new WrongField('file', { zh: '没有可导入的行', en: 'holds nothing to import' }, '201801')
      await requireStill?.()
      const key = randomBytes(24).toString('base64url')
      const import_id = await insertImport(caller, plan, asked.file.name, key)
      await writeRows(caller, import_id, plan.rows, key)
      await requireStill?.()
      await db.tenant(tenant_id, async (q) => {
        await q.updateTable('device_import').set({ state: 'running' }).where('import_id', '=', import_id).execute()
        const detail = { create, update, update_existing: asked.update_existing }
        await writeAudit(q, caller, { action: 'device-import', target: asked.file.name, detail }, now())
      })
      const work = imports.work({ tenant_id, import_id })
      if (create + update <= FEW) await work
      return { import_id, result_key: key }
    },

    list: (_input, caller) =>
      db.tenant(caller.tenant_id, (q) => importsOf(q, caller).orderBy('import_id', 'desc').execute()),

    cancel: ({ import_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        await importOf(q, caller, import_id)
        const { numUpdatedRows } = await q
          .updateTable('device_import')
          .set({ state: 'cancelled', end_time: now() })
          .where('import_id', '=', import_id)
          .where('state', '=', 'running')
          .executeTakeFirst()
        if (numUpdatedRows > 0) await forgetInputs(q, import_id)
        return importOf(q, caller, import_id)
      }),

    result: ({ import_id, format, lang, result_key }, caller) =>
      sheetFile(caller, format, () =>
        db.tenant(caller.tenant_id, async (q) => {
          const { file_name } = await importOf(q, caller, import_id)
          const row = await q
            .selectFrom('device_import')
            .select(['heading', 'key_hash'])
            .where('import_id', '=', import_id)
            .executeTakeFirstOrThrow()
          if (result_key !== undefined && !hashOfKey(result_key).equals(row.key_hash))
            throw new WrongField('result_key', { zh: '密钥不正确', en: 'is not the key of this import' })
          const rows = await q
            .selectFrom('device_import_row')
            .select(['row_no', 'cells', 'made_for', 'outcome', 'message'])
            .where('import_id', '=', import_id)
            .orderBy('row_no')
            .execute()
          return {
            name: `${file_name.replace(/\.\w+$/, '')}-${RESULT[lang]}`,
            sheet: resultSheet(row.heading, rows, lang, result_key),
          }
        }),
      ),
  }
}

interface DoneRow {
  cells: string[]
  made_for: string | null
  outcome: string | null
  message: string
}

/** The rows of the file, what became of each, and the password that the server made, for who has its key. */
function resultSheet(heading: string[], rows: readonly DoneRow[], lang: Language, key: string | undefined) {
  const made = ({ made_for, outcome }: DoneRow): Cell =>
    key !== undefined && made_for !== null && outcome === 'created' ? passwordOf(key, made_for) : null
  const width = heading.length
  const hasMade = key !== undefined && rows.some((row) => made(row) !== null)
  const extra = hasMade ? [{ zh: '服务器生成的密码', en: 'Password made' }[lang]] : []
  return {
    name: RESULT[lang],
    heading: [...heading, RESULT[lang], WHY[lang], ...extra],
    rows: rows.map((row) => [
      ...Array.from({ length: width }, (_, at): Cell => row.cells[at] ?? null),
      OUTCOMES[row.outcome ?? 'none']?.[lang] ?? '',
      row.message,
      ...(hasMade ? [made(row)] : []),
    ]),
  }
}
