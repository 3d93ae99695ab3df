import * as z from 'zod/mini'
import { DEVICE_COLUMN_NAMES } from '../catalogue/device-columns.ts'
import { LIMITS } from '../catalogue/limits.ts'
import { DEVICE_PAGES } from '../catalogue/readers.ts'
import { deviceFilters } from './device-filters.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { FileReply, UploadedFile } from './file.ts'

const Column = z.nullable(z.enum(DEVICE_COLUMN_NAMES))
/** What each column of the file is, in its order; null for one that is passed over. As their headings say where it is left out. */
const Columns = z.array(Column).check(z.maxLength(LIMITS.importColumns))

/** What is wrong in a file: rows count as the spreadsheet counts them. `column` is null of a whole row. */
export const WrongDeviceCell = z.object({
  row: z.int(),
  column: Column,
  /** What stands there; never a password. */
  text: z.string(),
  message: z.string(),
  code: z.string(),
})
export type WrongDeviceCell = z.infer<typeof WrongDeviceCell>

export const CheckedDevices = z.object({
  heading: z.array(z.string()),
  columns: z.array(Column),
  /** The first rows, without passwords. */
  sample: z.array(z.array(z.string())),
  rows: z.int(),
  create: z.int(),
  update: z.int(),
  same: z.int(),
  /** Rows that are wrong. */
  wrong: z.int(),
  /** Devices for which the server makes a password: their rows name none. */
  without_password: z.int(),
  /** Groups that rows name and that are not there, from the top down, as paths: those above come before those below. */
  missing_groups: z._default(z.array(z.string()), []),
  wrong_cells: z.array(WrongDeviceCell),
})
export type CheckedDevices = z.infer<typeof CheckedDevices>

/** `failed`: the user may no longer register devices. Rows that are done stay so. */
export const DeviceImportState = z.enum(['running', 'done', 'cancelled', 'failed'])

export const DeviceImport = z.object({
  import_id: z.int(),
  file_name: z.string(),
  state: DeviceImportState,
  rows: z.int(),
  done: z.int(),
  created: z.int(),
  updated: z.int(),
  same: z.int(),
  wrong: z.int(),
  created_time: z.int(),
  end_time: z.nullable(z.int()),
})
export type DeviceImport = z.infer<typeof DeviceImport>

const Filed = { format: z.enum(['xlsx', 'csv']), lang: z.enum(['zh', 'en']) }
const read = { file: UploadedFile, columns: z.optional(Columns), update_existing: z._default(z.boolean(), false) }
const byId = z.object({ import_id: z.int() })

export const deviceImport = {
  template: endpoint({
    method: 'GET',
    path: '/dev/import/template',
    needs: ['P30100'],
    summary: 'A file with the columns of an import of devices, and rows that show what stands in them.',
    input: z.object(Filed),
    output: FileReply,
    reply: 'file',
  }),
  export: endpoint({
    method: 'GET',
    path: '/dev/export',
    needs: DEVICE_PAGES,
    summary: `Devices that the caller may see, filtered as in their list, as a file that can be imported again; ${LIMITS.importRows} at most. Without virtual ones, and without passwords.`,
    input: z.object({ ...deviceFilters, ...Filed }),
    output: FileReply,
    refusals: ['110540', '110541', '112002'],
    reply: 'file',
  }),
  check: endpoint({
    method: 'POST',
    path: '/dev/import/check',
    needs: ['P30100'],
    summary:
      'Reads devices from a file (xlsx, xls, csv; UTF-8 or GB18030) without keeping any: what an import of it would do.',
    input: z.object(read),
    output: CheckedDevices,
    refusals: ['100019', '201801'],
    changesNothing: true,
  }),
  start: endpoint({
    method: 'POST',
    path: '/dev/import/batchInsert',
    needs: ['P30100'],
    summary:
      'Begins to register the devices of a file, as one by one, and to change those that exist where `update_existing` says ' +
      'so. Refused at `file` where a row is wrong, unless `skip_wrong` leaves it out. An import of few rows is done when this ' +
      'answers; a longer one goes on by itself. `result_key` opens, in its result, the passwords that the server made; it is ' +
      'answered this once. Refused with 100019 at `file` where more would be kept of it than of an import, or of all, may be.',
    input: z.object({ ...read, skip_wrong: z._default(z.boolean(), false) }),
    output: z.object({ import_id: z.int(), result_key: z.string() }),
    refusals: ['100019', '201801'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/dev/import',
    needs: ['P30100'],
    summary: "The caller's imports of the last days, the newest first.",
    input: Nothing,
    output: z.array(DeviceImport),
  }),
  cancel: endpoint({
    method: 'PUT',
    path: '/dev/import/cancel',
    needs: ['P30100'],
    summary: "Ends an import of the caller's; what it has done stays. One that has ended stays as it is.",
    input: byId,
    output: DeviceImport,
  }),
  result: endpoint({
    method: 'POST',
    path: '/dev/import/result',
    needs: ['P30100'],
    summary: "The rows of an import of the caller's with what became of each, as a file.",
    input: z.object({ ...byId.shape, ...Filed, result_key: z.optional(z.string().check(z.maxLength(64))) }),
    output: FileReply,
    reply: 'file',
    changesNothing: true,
  }),
}
