import type { Language } from '../../../../core/catalogue/words.ts'
import type { ShiftEntry } from '../../../../core/contract/shift-log.ts'
import { translate } from '../../../../core/text/define-text.ts'
import { formatFor } from '../../../../core/text/format.ts'
import { shiftLogWords } from '../../../../core/text/shift-log-words.ts'
import { wallClock } from '../../../../core/text/wall-clock.ts'
import type { Cell } from '../../files/spreadsheet.ts'

interface ShiftLogFile {
  rows: readonly ShiftEntry[]
  /** IANA name; the times in the file are its wall clock. */
  timezone: string
  lang: Language
}

/** The shift log as a sheet of a file, each correction with what stood there before. */
export function shiftLogSheet({ rows, timezone, lang }: ShiftLogFile) {
  const t = translate(shiftLogWords, lang)
  const format = formatFor(lang, timezone)
  const toWall = wallClock(timezone)
  const at = (time: number | null): Cell => (time === null ? null : { wall: toWall(time) })
  const openText = ({ open }: ShiftEntry): string | null =>
    open &&
    t.openInAll({
      open: open.levels.reduce((sum, level) => sum + level.open, 0),
      unconfirmed: open.levels.reduce((sum, level) => sum + level.unconfirmed, 0),
      shelved: open.shelved_count,
      offline: open.offline_count,
    })
  const columns: [title: string, cell: (entry: ShiftEntry) => Cell][] = [
    [`${t.time} (${timezone})`, ({ entry_time }) => at(entry_time)],
    [t.kind, ({ kind }) => t[kind]],
    [t.author, ({ user_name }) => user_name],
    [t.about, ({ about }) => about],
    [t.body, ({ body }) => body],
    [t.open, openText],
    [t.takenBy, ({ taken_by }) => taken_by],
    [`${t.takenTime} (${timezone})`, ({ taken_time }) => at(taken_time)],
    [
      t.before,
      ({ before }) =>
        before.map(({ body, changed_time }) => `${format.dateTime(changed_time)}: ${body}`).join('\n') || null,
    ],
  ]
  const sheet = {
    name: t.title,
    heading: columns.map(([title]) => title),
    rows: rows.map((entry) => columns.map(([, cell]) => cell(entry))),
  }
  return { name: `shift-log-${new Date(toWall(rows[0]?.entry_time ?? 0)).toISOString().slice(0, 10)}`, sheet }
}
