import type { Alarm } from '../../../core/contract/alarm.ts'
import type { Lang, Translated } from '../../../core/text/define-text.ts'
import type { Format } from '../../../core/text/format.ts'
import { nameIn } from '../../../core/text/name-in.ts'
import { AlarmStateMark } from '../../kit/AlarmStateMark.tsx'
import { Button } from '../../kit/Button.tsx'
import { DeviceName } from '../../kit/DeviceName.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { AlarmMark } from '../AlarmMark.tsx'
import { isConfirmable } from '../alarm-acts/can-act.ts'
import { alarmName, confirmedBy } from '../alarm-name.ts'
import { RowAction } from '../RowAction.tsx'
import { ActiveTime } from './ActiveTime.tsx'
import type { text } from './text.ts'

interface ColumnsFor {
  t: Translated<(typeof text)['rows']>
  lang: Lang
  format: Format
  /** All are of one device. */
  isOfOne: boolean
  /** Names that several devices of these rows have: there is no room for the SN of each. */
  shared: ReadonlySet<string>
  /** The panel stands beside the table and says the rest. */
  isBeside: boolean
  /** Null for who may not. */
  confirm: ((alarm: Alarm) => void) | null
}

/** What is left out beside the panel. */
const SAID_BY_PANEL = ['lasted', 'confirm_time', 'details']

/** The list's columns; those that sort are named as the server sorts. */
export function columnsOf({ isBeside, ...options }: ColumnsFor): Column<Alarm>[] {
  const columns = allColumns(options)
  return isBeside ? columns.filter(({ id }) => !SAID_BY_PANEL.includes(id)) : columns
}

function allColumns({ t, lang, format, isOfOne, shared, confirm }: Omit<ColumnsFor, 'isBeside'>): Column<Alarm>[] {
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
      narrow: { cell: (alarm) => <Marks alarm={alarm} />, width: 56 },
    },
    {
      id: 'alarm_name',
      title: t.alarm,
      cell: (alarm) => alarmName(alarm, lang),
      isSortable: true,
      width: 150,
      isFixed: true,
      narrow: { width: 88 },
    },
    ...(isOfOne
      ? []
      : [
          {
            id: 'device',
            title: t.device,
            cell: (alarm: Alarm) => (shared.has(alarm.dev_alias) ? <DeviceName {...alarm} /> : alarm.dev_alias),
            width: shared.size > 0 ? 180 : 116,
            givesFirst: true,
            narrow: { width: 80 },
          },
        ]),
    {
      id: 'alarm_time',
      title: t.produced,
      cell: ({ alarm_time }) => format.dateTime(alarm_time),
      isSortable: true,
      isFixed: true,
      width: 164,
      grow: 0,
      narrow: { cell: ({ alarm_time }) => minute(alarm_time), width: 96 },
    },
    {
      id: 'lasted',
      title: t.lasted,
      cell: (alarm) => <ActiveTime alarm={alarm} />,
      isNumeric: true,
      // “365 天 23 小时”
      width: 116,
      grow: 0,
      narrow: null,
    },
    {
      id: 'state',
      title: t.state,
      cell: ({ state }) => <AlarmStateMark state={state} />,
      // Room for the longest word, which names and details have where no alarm is in that state.
      width: 196,
      grow: 0.1,
      narrow: null,
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
      cell: (alarm) =>
        confirm && isConfirmable(alarm) ? (
          <RowAction>
            <Button look="plain" icon="check" onPress={() => confirm(alarm)}>
              {t.confirm} <span className="sg-hidden-visually">{alarmName(alarm, lang)}</span>
            </Button>
          </RowAction>
        ) : (
          (confirmedBy(alarm, lang) ?? '–')
        ),
      isSortable: true,
      width: 112,
      grow: 0,
      narrow: null,
    },
    { id: 'details', title: t.details, cell: info, width: 164, narrow: null },
  ]
}

/** Level and state, by their shapes alone. */
function Marks({ alarm: { alarm_level, state } }: { alarm: Alarm }) {
  return (
    <span className="alarm-history-marks">
      <AlarmMark alarm_level={alarm_level} isWordHidden />
      <AlarmStateMark state={state} isWordHidden />
    </span>
  )
}
