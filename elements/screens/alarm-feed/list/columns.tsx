import type { Alarm } from '../../../../core/contract/alarm.ts'
import type { Lang, Translated } from '../../../../core/text/define-text.ts'
import { nameIn } from '../../../../core/text/name-in.ts'
import { DeviceName } from '../../../kit/DeviceName.tsx'
import type { Column } from '../../../kit/table/columns.ts'
import { AlarmMark } from '../../../parts/AlarmMark.tsx'
import { alarmName, alarmNote } from '../../../parts/alarm-name.ts'
import type { text } from '../text.ts'
import { RowAge } from './RowAge.tsx'
import { NameMarks } from './RowMarks.tsx'

type Words = Translated<(typeof text)['rows']> & { device: string; state: string }

/** The table's columns; ids that can be sorted by are fields of the alarm. */
export const columnsOf = (t: Words, lang: Lang): Column<Alarm>[] => [
  {
    id: 'alarm_level',
    title: t.level,
    cell: ({ alarm_level }) => <AlarmMark alarm_level={alarm_level} />,
    width: 96,
    grow: 0,
    isSortable: true,
    isFixed: true,
  },
  {
    id: 'alarm_name',
    title: t.alarm,
    cell: (alarm) => (
      <span className="feed-line">
        <span className="feed-name">{alarmName(alarm, lang)}</span>
        <NameMarks alarm={alarm} />
      </span>
    ),
    width: 160,
    grow: 2,
    isSortable: true,
    isFixed: true,
  },
  { id: 'dev_alias', title: t.device, cell: (alarm) => <DeviceName {...alarm} />, width: 168, isSortable: true },
  {
    id: 'details',
    title: t.details,
    cell: ({ alarm_info, alarm_info_en }) => nameIn(lang, alarm_info, alarm_info_en) || '–',
    width: 144,
    isSortable: false,
  },
  // Drawn by the row, which knows whether it leaves.
  { id: 'state', title: t.state, width: 184, grow: 0, isSortable: true },
  {
    id: 'alarm_time',
    title: t.produced,
    cell: ({ alarm_time }) => <RowAge time={alarm_time} />,
    width: 112,
    grow: 0,
    isSortable: true,
  },
  {
    id: 'repeats',
    title: t.repeats,
    cell: ({ repeats }) => (repeats > 0 ? repeats : '–'),
    isNumeric: true,
    width: 80,
    grow: 0,
    isSortable: true,
    isHiddenAtFirst: true,
  },
  {
    id: 'note',
    title: t.note,
    cell: (alarm) => alarmNote(alarm, lang) || '–',
    width: 128,
    isSortable: false,
  },
]
