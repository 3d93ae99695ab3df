import type { LogKind, LogLine } from '../../../core/contract/log.ts'
import { type Lang, translate } from '../../../core/text/define-text.ts'
import { formatFor } from '../../../core/text/format.ts'
import { detailText } from '../../../core/text/log/detail-text.ts'
import { logActionWords, logColumnWords } from '../../../core/text/log/log-words.ts'
import { nameIn } from '../../../core/text/name-in.ts'
import { wallClock } from '../../../core/text/wall-clock.ts'
import { words } from '../../../core/text/words.ts'
import type { Cell } from '../files/spreadsheet.ts'

interface LogFile {
  kind: LogKind
  rows: readonly LogLine[]
  /** IANA name; the times in the file are its wall clock. */
  timezone: string
  lang: Lang
}

type Column = readonly [title: string, cell: (line: LogLine) => Cell]

/** One of the logs as a sheet of a file, in the columns of the screen. */
export function logSheet({ kind, rows, timezone, lang }: LogFile) {
  const t = translate(logColumnWords, lang)
  const action: Readonly<Record<string, string>> = translate(logActionWords, lang)
  const toWall = wallClock(timezone)
  const shown = formatFor(lang, timezone)
  const shownValue = (point: LogLine['point'], value: LogLine['value']): Cell =>
    point?.enum_text?.[String(value)]?.[lang] ?? value

  const time: Column = [`${translate(words, lang).time} (${timezone})`, (line) => ({ wall: toWall(line.log_time) })]
  const who: Column = [t.who, (line) => line.user_name]
  const device: Column[] = [
    [t.device, (line) => line.dev_alias],
    [t.sn, (line) => line.sn_code],
  ]
  const act = (title: string): Column => [title, (line) => action[line.action] ?? line.action]
  const columns: Record<LogKind, readonly Column[]> = {
    operation: [
      time,
      who,
      ...device,
      [t.point, ({ point, target }) => (point ? nameIn(lang, point.name, point.name_en) : target)],
      [t.oldValue, ({ point, old_value }) => shownValue(point, old_value)],
      [t.newValue, ({ point, value }) => shownValue(point, value)],
      act(t.operation),
      [t.reason, (line) => line.note],
    ],
    login: [time, who, act(t.login), [t.account, ({ target }) => target], [t.address, (line) => line.address]],
    device: [time, ...device, act(t.deviceAction), [t.details, ({ detail }) => detailText(detail, shown)]],
    alarm: [
      time,
      who,
      ...device,
      [t.alarmName, ({ target, target_en }) => nameIn(lang, target, target_en)],
      act(t.alarm),
      [t.note, ({ note, note_en }) => nameIn(lang, note, note_en)],
    ],
  }
  const used = columns[kind]
  const sheet = {
    name: kind,
    heading: used.map(([title]) => title),
    rows: rows.map((line) => used.map(([, cell]) => cell(line))),
  }
  return { name: `${kind}-${new Date(toWall(rows[0]?.log_time ?? 0)).toISOString().slice(0, 10)}`, sheet }
}
