import type { Alarm } from '../../../core/contract/alarm.ts'
import type { Lang, Translated } from '../../../core/text/define-text.ts'
import type { Format } from '../../../core/text/format.ts'
import { nameIn } from '../../../core/text/name-in.ts'
import type { Column } from '../../kit/table/columns.ts'
import { AlarmMark } from '../AlarmMark.tsx'
import { AlarmStateMark } from '../AlarmStateMark.tsx'
import { alarmName } from '../alarm-name.ts'
import type { text } from './text.ts'

interface ColumnsFor {
  t: Translated<(typeof text)['rows']>
  lang: Lang
  format: Format
  /** Server's time, for those that still stand. */
  now: number
  /** All are of one device. */
  isOfOne: boolean
}

/** The list's columns; those that sort are named as the server sorts. */
export function columnsOf({ t, lang, format, now, isOfOne }: ColumnsFor): Column<Alarm>[] {
  const info = ({ alarm_info, alarm_info_en }: Alarm) => nameIn(lang, alarm_info, alarm_info_en) || '–'
  const minute = (time: number) => format.dateTime(time).slice(5, -3)
  return [
    {
      id: 'alarm_level',
      title: t.level,
      cell: ({ alarm_level }) => <AlarmMark alarm_level={alarm_level} />,
      isSortable: true,
      width: 96,
      grow: 0,
      isFixed: true,
      narrow: { cell: ({ alarm_level }) => <AlarmMark alarm_level={alarm_level} isWordHidden />, width: 44 },
    },
    {
      id: 'alarm_name',
      title: t.alarm,
      cell: (alarm) => alarmName(alarm, lang),
      isSortable: true,
      width: 160,
      isFixed: true,
      narrow: { width: 100 },
    },
    ...(isOfOne
      ? []
      : [
          {
            id: 'device',
            title: t.device,
            cell: ({ dev_alias }: Alarm) => dev_alias,
            width: 140,
            narrow: { width: 84 },
          },
        ]),
    {
      id: 'alarm_time',
      title: t.produced,
      cell: ({ alarm_time }) => format.dateTime(alarm_time),
      isSortable: true,
      width: 164,
      grow: 0,
      narrow: { cell: ({ alarm_time }) => minute(alarm_time), width: 96 },
    },
    {
      id: 'lasted',
      title: t.lasted,
      cell: ({ alarm_time, recover_time }) => {
        const span = format.duration((recover_time ?? Math.max(now, alarm_time)) - alarm_time)
        return recover_time === null ? <strong>{span}</strong> : span
      },
      isNumeric: true,
      width: 112,
      grow: 0,
      narrow: null,
    },
    {
      id: 'state',
      title: t.state,
      cell: ({ state }) => <AlarmStateMark state={state} />,
      width: 184,
      grow: 0,
      narrow: { cell: ({ state }) => <AlarmStateMark state={state} isWordHidden />, width: 40 },
    },
    {
      id: 'recover_time',
      title: t.recovered,
      isSortable: true,
      cell: ({ recover_time }) =>
        recover_time === null ? <strong>{t.notRecovered}</strong> : format.dateTime(recover_time),
      width: 164,
      grow: 0,
      isHiddenAtFirst: true,
      narrow: null,
    },
    {
      id: 'confirm_time',
      title: t.confirmed,
      cell: ({ confirm_userName }) => confirm_userName ?? '–',
      isSortable: true,
      width: 96,
      grow: 0,
      narrow: null,
    },
    { id: 'details', title: t.details, cell: info, width: 160, grow: 2, narrow: null },
  ]
}
