import type { CheckedDevices, DeviceImport } from '../../core/contract/device-import.ts'
import { has, type Page, ROW, seen } from './axe-page.ts'
import { type Answers, holding, pump } from './played-server.ts'

/** A file with a row that is right and one that is not. */
export const checked = (more: Partial<CheckedDevices> = {}): CheckedDevices => ({
  heading: ['SN', 'What', 'Card number'],
  columns: ['sn_code', null, 'card_no'],
  sample: [['P9', 'Pump 9', '898600123456789012']],
  rows: 2,
  create: 1,
  update: 0,
  same: 0,
  wrong: 1,
  without_password: 1,
  missing_groups: [],
  wrong_cells: [{ row: 3, column: 'card_no', text: '12', message: 'is not valid', code: '100006' }],
  ...more,
})

export const imported = (more: Partial<DeviceImport> = {}): DeviceImport => ({
  import_id: 4,
  file_name: 'pumps.csv',
  state: 'done',
  rows: 2,
  done: 2,
  created: 1,
  updated: 0,
  same: 0,
  wrong: 1,
  created_time: 1_760_000_000_000,
  end_time: 1_760_000_001_000,
  ...more,
})

export const CHECK = 'POST /dev/import/check'
export const START = 'POST /dev/import/batchInsert'
export const LIST = 'GET /dev/import'

export const importAnswers: Answers = {
  [LIST]: () => [],
  [CHECK]: () => checked(),
  [START]: () => ({ import_id: 4, result_key: 'k' }),
}

const MORE = ':is([aria-label="更多操作"], [aria-label="More actions"])'

/** The device list with tags, with regions, with a scanned code and with an import; `devices` is what it lists otherwise. */
export const deviceImportPages = (devices: Answers): Page[] => [
  {
    shape: 'with tags',
    answers: {
      ...devices,
      'GET /dev': () => ({ rows: [pump({ tags: ['North', 'critical'] })], total: 1 }),
      'GET /dev/tags': () => [{ tag: 'North', device_count: 1 }],
    },
    reach: has('.device-tags, .device-card'),
  },
  {
    shape: 'with regions',
    answers: {
      ...devices,
      'GET /dev': () => ({ rows: [pump({ region: 'Guangdong' })], total: 1 }),
      'GET /districtInfo': () => [{ region_code: '440000', name: '广东省', name_en: 'Guangdong', is_divided: true }],
    },
    reach: has('.select, [aria-haspopup=listbox]'),
  },
  {
    shape: 'with a code to scan',
    answers: { ...holding(['P00000', 'P30000']), ...devices },
    async reach(played) {
      await has(`${ROW}, .device-card`)(played)
      await seen([MORE, '[role=menuitem]'], '.scan-typed')(played)
    },
  },
  {
    shape: 'with an import that is under way',
    answers: { ...devices, ...importAnswers, [LIST]: () => [imported({ state: 'running', done: 1 })] },
    async reach(played) {
      // A menu that is opened before the rows are there closes again.
      await has(`${ROW}, .device-card`)(played)
      await seen([MORE, '[role=menuitem] ~ [role=menuitem]'], '.device-import-progress')(played)
    },
  },
]
