import type { Language } from '../../../core/catalogue/words.ts'
import type { HistoryRow } from '../../../core/contract/history.ts'
import { nameIn } from '../../../core/text/name-in.ts'
import { switchWord } from '../../../core/text/switch-words.ts'
import { wallClock } from '../../../core/text/wall-clock.ts'
import type { Cell } from '../files/spreadsheet.ts'
import type { LiveDevice, LivePoint } from '../fleet/fleet.ts'
import type { TimeRow } from './in-force.ts'

const HEADINGS = {
  zh: ['时间', '数据项', '标识', '值', '单位', '质量'],
  en: ['Time', 'Point', 'Key', 'Value', 'Unit', 'Quality'],
} as const
/** The column that names the points that sent nothing at a row's time, and whose earlier values still held. */
const CARRIED = { zh: '沿用前值', en: 'Carried over' } as const
const QUALITIES = {
  zh: { good: '正常', uncertain: '可疑', bad: '无效', stale: '过期' },
  en: { good: 'good', uncertain: 'uncertain', bad: 'bad', stale: 'stale' },
} as const

interface HistoryFile<Row> {
  device: LiveDevice
  points: readonly LivePoint[]
  /** The newest first. */
  rows: readonly Row[]
  /** IANA name; the times in the file are its wall clock. */
  timezone: string
  lang: Language
}

/** In the words of the screen, where it has any. */
function shownValue({ data_type, enum_text }: LivePoint, value: HistoryRow['value'], lang: Language): Cell {
  const wordOf = (key: string) => enum_text?.[key]?.[lang]
  if (typeof value === 'boolean')
    return wordOf(String(value)) || wordOf(String(Number(value))) || switchWord(value, lang)
  return (data_type === 'enum' && wordOf(String(value))) || value
}
const timeHeading = (timezone: string, lang: Language) => `${HEADINGS[lang][0]} (${timezone})`
const fileName = ({ device, rows, timezone }: HistoryFile<{ data_time: number }>) =>
  `${device.sn_code}-${new Date(wallClock(timezone)(rows[0]?.data_time ?? 0)).toISOString().slice(0, 10)}`

/** The history list as a sheet of a file, in the columns of the screen. */
export function historySheet(file: HistoryFile<HistoryRow>) {
  const { device, points, rows, timezone, lang } = file
  const byKey = new Map(points.map((point) => [point.key, point]))
  const toWall = wallClock(timezone)
  const table: Cell[][] = rows.map(({ data_time, key, value, quality }) => {
    const point = byKey.get(key) as LivePoint
    return [
      { wall: toWall(data_time) },
      nameIn(lang, point.name, point.name_en),
      key,
      shownValue(point, value, lang),
      point.unit,
      QUALITIES[lang][quality],
    ]
  })
  const heading = [timeHeading(timezone, lang), ...HEADINGS[lang].slice(1)]
  return { name: fileName(file), sheet: { name: device.dev_alias, heading, rows: table } }
}

/**
 * The same with a row a time and a column a point; of its last columns one names the values that are not good, the other
 * those that were sent earlier. So every row stands for itself, and a program or a filter finds what was measured then.
 */
export function timesSheet(file: HistoryFile<TimeRow>) {
  const { device, points, rows, timezone, lang } = file
  const toWall = wallClock(timezone)
  const nameOf = ({ name, name_en }: LivePoint) => nameIn(lang, name, name_en)
  const names = points.map(nameOf)
  const table: Cell[][] = rows.map(({ data_time, values }) => {
    const cells: Cell[] = [{ wall: toWall(data_time) }]
    const [doubtful, carried]: [string[], string[]] = [[], []]
    for (const [at, point] of points.entries()) {
      const found = values.get(point.key)
      cells.push(shownValue(point, found?.value ?? null, lang))
      if (found && found.quality !== 'good') doubtful.push(`${names[at]}: ${QUALITIES[lang][found.quality]}`)
      if (found?.since !== undefined && found.value !== null) carried.push(names[at] as string)
    }
    cells.push(doubtful.length === 0 ? QUALITIES[lang].good : doubtful.join('; '), carried.join('; '))
    return cells
  })
  const heading = [
    timeHeading(timezone, lang),
    ...points.map(({ unit }, at) => (unit ? `${names[at]} (${unit})` : (names[at] as string))),
    HEADINGS[lang][5],
    CARRIED[lang],
  ]
  return { name: fileName(file), sheet: { name: device.dev_alias, heading, rows: table } }
}
