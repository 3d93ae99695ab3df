import type { LogKind, LogLine } from '../../../core/contract/log.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { Format } from '../../../core/text/format.ts'
import { detailText } from '../../../core/text/log/detail-text.ts'
import type { logActionWords, logColumnWords } from '../../../core/text/log/log-words.ts'
import { nameIn } from '../../../core/text/name-in.ts'
import type { Column } from '../../kit/table/columns.ts'
import { pointName, valueWithUnit } from '../../parts/point-text.ts'

export interface LogWords {
  column: Translated<(typeof logColumnWords)['rows']>
  action: Translated<(typeof logActionWords)['rows']>
  time: string
  byItself: string
}

/** What a line is about: a point, an alarm, an account. */
export const targetText = ({ point, target, target_en }: LogLine, { lang }: Format): string =>
  (point ? pointName(point, lang) : nameIn(lang, target, target_en)) || '–'

/** Why, as who gave it wrote it, or as the product notes it. */
const noteText = ({ note, note_en }: LogLine, { lang }: Format): string => nameIn(lang, note, note_en)

/** What was done; a word of a newer server as it came. */
export const actionText = ({ action }: Pick<LogLine, 'action'>, words: LogWords['action']): string =>
  Object.hasOwn(words, action) ? words[action as keyof typeof words] : action

const valueIn = (value: LogLine['value'], { point }: LogLine, format: Format) =>
  valueWithUnit(value, point ?? undefined, format)

export function columnsOf(kind: LogKind, t: LogWords, format: Format): Column<LogLine>[] {
  const c = t.column
  const time: Column<LogLine> = {
    id: 'time',
    title: t.time,
    cell: ({ log_time }) => format.dateTime(log_time),
    width: 164,
    grow: 0,
    isFixed: true,
    narrow: { cell: ({ log_time }) => format.dateTime(log_time).slice(5, -3), width: 104 },
  }
  const who: Column<LogLine> = {
    id: 'who',
    title: c.who,
    cell: ({ user_name }) => user_name || t.byItself,
    width: 120,
    narrow: { width: 80 },
  }
  const device: Column<LogLine> = {
    id: 'device',
    title: c.device,
    cell: ({ dev_alias, sn_code }) => dev_alias ?? sn_code,
    width: 140,
    narrow: null,
  }
  const action = (title: string): Column<LogLine> => ({
    id: 'action',
    title,
    cell: (line) => actionText(line, t.action),
    width: 128,
    narrow: { width: 104 },
  })
  const target = (title: string): Column<LogLine> => ({
    id: 'target',
    title,
    cell: (line) => targetText(line, format),
    width: 140,
    narrow: null,
  })
  const note = (title: string): Column<LogLine> => ({
    id: 'note',
    title,
    cell: (line) => noteText(line, format) || '–',
    width: 140,
    grow: 2,
    narrow: null,
  })
  if (kind === 'login')
    return [
      time,
      who,
      action(c.login),
      target(c.account),
      { id: 'address', title: c.address, cell: ({ address }) => address || '–', width: 140, grow: 0, narrow: null },
    ]
  if (kind === 'device')
    return [
      time,
      { ...device, narrow: { width: 96 } },
      action(c.deviceAction),
      {
        id: 'detail',
        title: c.details,
        cell: ({ detail }) => detailText(detail, format) || '–',
        width: 220,
        grow: 3,
        narrow: null,
      },
    ]
  if (kind === 'alarm') return [time, who, device, target(c.alarmName), action(c.alarm), note(c.note)]
  return [
    time,
    who,
    device,
    target(c.point),
    { id: 'old', title: c.oldValue, cell: (line) => valueIn(line.old_value, line, format), width: 96, narrow: null },
    {
      id: 'new',
      title: c.newValue,
      cell: (line) => valueIn(line.value, line, format),
      width: 96,
      narrow: { width: 104 },
    },
    action(c.operation),
  ]
}

/** All that is known of one line, a row each. */
export function factsOf(kind: LogKind, line: LogLine, t: LogWords, format: Format): [string, string | null][] {
  const c = t.column
  const { user_name, dev_alias, sn_code, address } = line
  const note = noteText(line, format)
  const facts: [string, string | null][] = [[t.time, format.dateTime(line.log_time)]]
  if (kind !== 'device') facts.push([c.who, user_name || t.byItself])
  if (sn_code !== null) facts.push([c.device, dev_alias], [c.sn, sn_code])
  if (kind === 'operation')
    facts.push(
      [c.point, targetText(line, format)],
      [c.oldValue, valueIn(line.old_value, line, format)],
      [c.newValue, valueIn(line.value, line, format)],
      [c.reason, note],
    )
  if (kind === 'login') facts.push([c.account, line.target], [c.address, address])
  if (kind === 'alarm') facts.push([c.alarmName, targetText(line, format)], [c.note, note])
  return facts
}
