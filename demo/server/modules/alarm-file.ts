import type { Language } from '../../../core/catalogue/words.ts'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { wallClock } from '../../../core/text/wall-clock.ts'
import { type Cell, csv, xlsx } from '../spreadsheet.ts'

const HEADINGS = {
  zh: [
    '报警时间',
    '恢复时间',
    '确认时间',
    '等级',
    '报警名称',
    '内容',
    '值',
    '设备',
    'SN',
    '标识',
    '状态',
    '确认人',
    '备注',
  ],
  en: [
    'Raised',
    'Recovered',
    'Confirmed',
    'Level',
    'Alarm',
    'Text',
    'Value',
    'Device',
    'SN',
    'Key',
    'State',
    'Confirmed by',
    'Note',
  ],
} as const
const TIMES = 3
const STATES = {
  zh: {
    ...{ NORM: '已恢复', UNACK: '未确认', ACKED: '已确认', RTNUN: '已恢复未确认' },
    ...{ SHLVD: '已搁置', DSUPR: '设计抑制', OOSRV: '退出服务' },
  },
  en: {
    ...{ NORM: 'over', UNACK: 'unconfirmed', ACKED: 'confirmed', RTNUN: 'recovered, unconfirmed' },
    ...{ SHLVD: 'shelved', DSUPR: 'suppressed by design', OOSRV: 'out of service' },
  },
} as const

interface AlarmFile {
  rows: readonly Alarm[]
  /** IANA name; the times in the file are its wall clock. */
  timezone: string
  format: 'xlsx' | 'csv'
  lang: Language
}

/** The alarm history as a file, in the columns of the screen. */
export function alarmFile({ rows, timezone, format, lang }: AlarmFile) {
  const toWall = wallClock(timezone)
  const timeCell = (time: number | null): Cell => (time === null ? null : { wall: toWall(time) })
  const isEn = lang === 'en'
  const table = rows.map((row): Cell[] => [
    ...[timeCell(row.alarm_time), timeCell(row.recover_time), timeCell(row.confirm_time)],
    row.alarm_level,
    (isEn && row.alarm_name_en) || row.alarm_name,
    (isEn && row.alarm_info_en) || row.alarm_info,
    ...[row.alarm_value, row.dev_alias, row.sn_code, row.key],
    STATES[lang][row.state],
    ...[row.confirm_userName, row.alarm_note],
  ])
  const heading = HEADINGS[lang].map((name, i) => (i < TIMES ? `${name} (${timezone})` : name))
  const sheet = { name: isEn ? 'Alarms' : '报警', heading, rows: table }
  const name = `alarms-${new Date(toWall(rows[0]?.alarm_time ?? 0)).toISOString().slice(0, 10)}.${format}`
  return format === 'csv'
    ? { name, mime: 'text/csv; charset=utf-8', content: csv(sheet) }
    : { name, mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', content: xlsx(sheet) }
}
