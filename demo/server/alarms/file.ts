import type { Language } from '../../../core/catalogue/words.ts'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { alarmStates } from '../../../core/rules/alarm-state-text.ts'
import { translate } from '../../../core/text/define-text.ts'
import { nameIn } from '../../../core/text/name-in.ts'
import { wallClock } from '../../../core/text/wall-clock.ts'
import type { Cell } from '../files/spreadsheet.ts'

interface Writer {
  lang: Language
  /** Epoch ms as the organisation's wall clock. */
  at: (time: number | null) => Cell
}

interface Column {
  readonly name: readonly [zh: string, en: string]
  /** Its heading names the time zone. */
  readonly isTime?: true
  readonly cell: (alarm: Alarm, writer: Writer) => Cell
}

const wordIn = (lang: Language, [zh, en]: readonly [zh: string, en: string]) => (lang === 'en' ? en : zh)
const secondsOf = ({ alarm_time, recover_time }: Alarm) =>
  recover_time === null ? null : Math.round((recover_time - alarm_time) / 1000)

/** As the screen calls and orders them. */
const COLUMNS: readonly Column[] = [
  { name: ['级别（1 至 5）', 'Level (1 to 5)'], cell: ({ alarm_level }) => alarm_level },
  { name: ['报警', 'Alarm'], cell: (alarm, { lang }) => nameIn(lang, alarm.alarm_name, alarm.alarm_name_en) },
  { name: ['设备', 'Device'], cell: ({ dev_alias }) => dev_alias },
  { name: ['SN', 'SN'], cell: ({ sn_code }) => sn_code },
  { name: ['变量', 'Point'], cell: ({ key }) => key },
  { name: ['产生', 'Raised'], isTime: true, cell: ({ alarm_time }, { at }) => at(alarm_time) },
  { name: ['恢复', 'Recovered'], isTime: true, cell: ({ recover_time }, { at }) => at(recover_time) },
  { name: ['确认', 'Confirmed'], isTime: true, cell: ({ confirm_time }, { at }) => at(confirm_time) },
  { name: ['持续（秒）', 'Lasted (s)'], cell: secondsOf },
  { name: ['状态', 'State'], cell: ({ state }, { lang }) => translate(alarmStates, lang)[state] },
  { name: ['说明', 'Details'], cell: (alarm, { lang }) => nameIn(lang, alarm.alarm_info, alarm.alarm_info_en) },
  { name: ['值', 'Value'], cell: ({ alarm_value }) => alarm_value },
  { name: ['重复', 'Repeats'], cell: ({ repeats }) => repeats },
  { name: ['确认人', 'Confirmed by'], cell: ({ confirm_userName }) => confirm_userName },
  { name: ['备注', 'Note'], cell: (alarm, { lang }) => nameIn(lang, alarm.alarm_note ?? '', alarm.alarm_note_en) },
]

interface AlarmFile {
  rows: readonly Alarm[]
  /** IANA name; the times in the file are its wall clock. */
  timezone: string
  lang: Language
}

/** The alarm history as a sheet of a file, in the columns of the screen. */
export function alarmSheet({ rows, timezone, lang }: AlarmFile) {
  const toWall = wallClock(timezone)
  const writer: Writer = { lang, at: (time) => (time === null ? null : { wall: toWall(time) }) }
  const heading = COLUMNS.map(({ name, isTime }) => wordIn(lang, name) + (isTime ? ` (${timezone})` : ''))
  const table = rows.map((alarm) => COLUMNS.map(({ cell }) => cell(alarm, writer)))
  const sheet = { name: wordIn(lang, ['报警', 'Alarms']), heading, rows: table }
  return { name: `alarms-${new Date(toWall(rows[0]?.alarm_time ?? 0)).toISOString().slice(0, 10)}`, sheet }
}
