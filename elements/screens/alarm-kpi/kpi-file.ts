import { ALARM_LEVELS } from '../../../core/catalogue/limits.ts'
import type { AlarmMeasures, AlarmOf } from '../../../core/contract/alarm-measure.ts'
import { type Lang, translate } from '../../../core/text/define-text.ts'
import type { Format } from '../../../core/text/format.ts'
import { words } from '../../../core/text/words.ts'
import { levelWord } from '../../parts/alarm-level.ts'
import { alarmName } from '../../parts/alarm-name.ts'
import { barWords } from './bar-words.ts'
import { text } from './text.ts'
import { tileRows } from './tile-rows.ts'
import { countOf, untoldOf } from './view.ts'

type Cell = string | number | null

/** What a spreadsheet would run as a formula is marked as text. */
function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** All numbers as a CSV that a spreadsheet opens: the measures, the buckets, and the lists below each other. */
export function kpiFile(measures: AlarmMeasures, before: AlarmMeasures | null, lang: Lang, format: Format) {
  const t = translate(text, lang)
  const word = translate(words, lang)
  const at = (time: number | null) => (time === null ? null : format.dateTime(time))
  const seconds = (ms: number) => Math.round(ms / 1000)
  const alarmCells = (alarm: AlarmOf) => [alarmName(alarm, lang), alarm.dev_alias, alarm.sn_code, alarm.alarm_level]
  const alarmHeads = [t.alarm, t.device, 'SN', t.level]
  const { series, bucket, top, chattering, stale, floods, start, end } = measures
  const earlier = before && tileRows(before, t, format)
  const lines: Cell[][] = [
    [t.title, at(start), at(end), format.timeZone],
    [],
    [t.measure, word.value, '', t.target, t.verdict, t.earlier],
    ...tileRows(measures, t, format).map(({ title, value, unit, target, verdict }, place) => [
      title,
      value,
      unit,
      target,
      verdict && t[verdict],
      earlier?.[place]?.value ?? null,
    ]),
    [],
    [
      t.time,
      t.annunciated,
      ...ALARM_LEVELS.map((level) => word[levelWord(level)]),
      t.untold,
      t.peak,
      `${t.flood} (s)`,
      t.standing,
    ],
    ...series.map((row) => [
      barWords(row, bucket, format),
      countOf(row),
      ...row.levels,
      untoldOf(row),
      row.peak,
      seconds(row.flood_ms),
      row.standing,
    ]),
    [],
    [t.pareto],
    [...alarmHeads, t.count, `${t.share} (%)`],
    ...top.rows.map((row) => [...alarmCells(row), row.count, Number((row.share * 100).toFixed(2))]),
    [],
    [t.chattering],
    [...alarmHeads, t.worstMinute, t.worstTime, t.count],
    ...chattering.rows.map((row) => [...alarmCells(row), row.worst, at(row.worst_time), row.count]),
    [],
    [t.stale],
    [...alarmHeads, t.produced, t.recovered, `${t.stood} (s)`],
    ...stale.rows.map((row) => [...alarmCells(row), at(row.alarm_time), at(row.recover_time), seconds(row.stood_ms)]),
    [],
    [t.floods],
    [t.begin, t.end, t.peakColumn, t.annunciated],
    ...floods.rows.map((row) => [at(row.start_time), at(row.end_time), row.peak, row.alarms]),
  ]
  // The byte order mark shows spreadsheets that it is UTF-8.
  const csv = `\uFEFF${lines.map((line) => line.map(cellText).join(',')).join('\r\n')}\r\n`
  return {
    name: `${t.exportFile}-${format.date(end)}.csv`,
    mime: 'text/csv; charset=utf-8',
    content: new Blob([csv]),
  }
}
