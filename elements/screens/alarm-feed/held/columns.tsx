import type { Lang, Translated } from '../../../../core/text/define-text.ts'
import { useFormat, useText } from '../../../define/index.ts'
import { AlarmStateMark } from '../../../kit/AlarmStateMark.tsx'
import { Button } from '../../../kit/Button.tsx'
import { DeviceName } from '../../../kit/DeviceName.tsx'
import type { Column } from '../../../kit/table/columns.ts'
import { AlarmMark } from '../../../parts/AlarmMark.tsx'
import { type MayAct, mayHold } from '../../../parts/alarm-acts/use-may-act.ts'
import { alarmName } from '../../../parts/alarm-name.ts'
import { SuppressedWhile } from '../../../parts/alarm-rules/SuppressedWhile.tsx'
import { RowAction } from '../../../parts/RowAction.tsx'
import { useServerNow } from '../../../parts/use-server-now.ts'
import type { HeldRow } from './held-rows.ts'
import { text } from './text.ts'

type Words = Translated<(typeof text)['rows']> & { device: string; state: string }

export const heldColumns = (
  t: Words,
  lang: Lang,
  may: MayAct,
  onRelease: (row: HeldRow) => void,
): Column<HeldRow>[] => [
  {
    id: 'level',
    title: t.level,
    value: (row) => row.alarm_level,
    cell: ({ alarm_level }) => <AlarmMark alarm_level={alarm_level} />,
    width: 96,
    grow: 0,
    narrow: { cell: ({ alarm_level }) => <AlarmMark alarm_level={alarm_level} isWordHidden />, width: 36 },
  },
  {
    id: 'alarm',
    title: t.alarm,
    value: (row) => alarmName(row, lang),
    width: 156,
    grow: 2,
    isFixed: true,
    narrow: { width: 110 },
  },
  {
    id: 'device',
    title: t.device,
    value: (row) => row.dev_alias,
    cell: (row) => <DeviceName {...row} />,
    width: 160,
    givesFirst: true,
    narrow: null,
  },
  {
    id: 'state',
    title: t.state,
    value: (row) => row.state,
    cell: ({ state }) => <AlarmStateMark state={state} />,
    width: 176,
    grow: 0,
    narrow: null,
  },
  {
    id: 'left',
    title: t.left,
    value: (row) => row.end_time,
    cell: (row) => <Left row={row} />,
    width: 184,
    grow: 3,
    narrow: { width: 112 },
  },
  {
    id: 'reason',
    title: t.reason,
    value: (row) => row.reason || (row.state === 'DSUPR' ? t.byRule : null),
    width: 168,
    grow: 2,
    narrow: null,
  },
  { id: 'by', title: t.by, value: (row) => row.user_name || null, width: 96, grow: 0, narrow: null },
  ...(mayHold(may)
    ? [
        {
          id: 'release',
          title: t.action,
          cell: (row: HeldRow) =>
            (row.state === 'SHLVD' ? may.shelve : may.takeOut) && (
              <Release row={row} name={alarmName(row, lang)} onRelease={onRelease} />
            ),
          width: 136,
          grow: 0,
          isFixed: true,
          narrow: { width: 104 },
        },
      ]
    : []),
]

/** The time that is left, counted down. */
function Left({ row: { sn_code, suppress_when, end_time, is_one_shot } }: { row: HeldRow }) {
  const t = useText(text)
  const now = useServerNow()
  const format = useFormat()
  // A rule suppresses without an end of its own.
  if (end_time === null)
    return suppress_when === '' ? '–' : <SuppressedWhile sn_code={sn_code} suppress_when={suppress_when} />
  const span = format.duration(Math.max(0, end_time - now))
  return (
    <time
      dateTime={new Date(end_time).toISOString()}
      title={`${format.dateTime(end_time)}${is_one_shot ? ` – ${t.oneShot}` : ''}`}
    >
      {t.leftSpan({ span })}
    </time>
  )
}

function Release({ row, name, onRelease }: { row: HeldRow; name: string; onRelease: (row: HeldRow) => void }) {
  const t = useText(text)
  if (row.state === 'DSUPR') return null
  const isShelved = row.state === 'SHLVD'
  return (
    <RowAction>
      <Button look="plain" onPress={() => onRelease(row)}>
        {isShelved ? t.unshelve : t.putBack}
        <span className="sg-hidden-visually"> {name}</span>
      </Button>
    </RowAction>
  )
}
