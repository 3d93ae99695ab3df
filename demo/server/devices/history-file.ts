import type { Language } from '../../../core/catalogue/words.ts'
import type { HistoryRow } from '../../../core/contract/history.ts'
import { nameIn } from '../../../core/text/name-in.ts'
import { wallClock } from '../../../core/text/wall-clock.ts'
import type { Cell } from '../files/spreadsheet.ts'
import type { LiveDevice, LivePoint } from '../fleet/fleet.ts'

const HEADINGS = {
  zh: ['时间', '数据项', '标识', '值', '单位', '质量'],
  en: ['Time', 'Point', 'Key', 'Value', 'Unit', 'Quality'],
} as const
const QUALITIES = {
  zh: { good: '正常', uncertain: '可疑', bad: '无效', stale: '过期' },
  en: { good: 'good', uncertain: 'uncertain', bad: 'bad', stale: 'stale' },
} as const

interface HistoryFile {
  device: LiveDevice
  points: readonly LivePoint[]
  rows: readonly HistoryRow[]
  /** IANA name; the times in the file are its wall clock. */
  timezone: string
  lang: Language
}

/** The history list as a sheet of a file, in the columns of the screen. */
export function historySheet({ device, points, rows, timezone, lang }: HistoryFile) {
  const byKey = new Map(points.map((point) => [point.key, point]))
  const toWall = wallClock(timezone)
  const shownValue = (point: LivePoint, value: HistoryRow['value']): Cell =>
    (point.data_type === 'enum' && point.enum_text?.[String(value)]?.[lang]) || value
  const table: Cell[][] = rows.map(({ data_time, key, value, quality }) => {
    const point = byKey.get(key) as LivePoint
    return [
      { wall: toWall(data_time) },
      nameIn(lang, point.name, point.name_en),
      key,
      shownValue(point, value),
      point.unit,
      QUALITIES[lang][quality],
    ]
  })
  const [time, ...others] = HEADINGS[lang]
  const heading = [`${time} (${timezone})`, ...others]
  const sheet = { name: device.dev_alias, heading, rows: table }
  return { name: `${device.sn_code}-${new Date(toWall(rows[0]?.data_time ?? 0)).toISOString().slice(0, 10)}`, sheet }
}
