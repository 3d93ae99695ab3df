import type { ReactNode } from 'react'
import type { PointAlarm } from '../../../../core/canvas/point-source.ts'
import { useConnection, useElement, useFormat, useText } from '../../../define/index.ts'
import { AlarmStateMark } from '../../../kit/AlarmStateMark.tsx'
import { AlarmMark } from '../../../parts/AlarmMark.tsx'
import { isConfirmable } from '../../../parts/alarm-acts/can-act.ts'
import { useMayAct } from '../../../parts/alarm-acts/use-may-act.ts'
import { alarmName } from '../../../parts/alarm-name.ts'
import { ConfirmAlarm } from '../../../parts/ConfirmAlarm.tsx'
import { useAlarmEvents } from '../../../parts/use-alarm-events.ts'
import { useCall } from '../../../parts/use-call.ts'
import type { NamedPoint } from '../run-actions.ts'
import { text } from './text.ts'

interface PointAlarmsProps {
  at: NamedPoint
  /** The button that was pressed is gone with its work. */
  onConfirmed: () => void
}

/** The open alarms of a point as they are now, to be confirmed by who may. */
export function PointAlarms({ at: { sn_code, key }, onConfirmed }: PointAlarmsProps) {
  const { api } = useConnection()
  const t = useText(text)
  const may = useMayAct()
  const { data, failure, reload } = useCall(api.alarm.open, { sn_code, page_size: 100 })
  useAlarmEvents(sn_code, reload)
  if (failure && !data) return <p className="faceplate-quiet">{t.alarmsUnread}</p>
  return (
    <Rows
      alarms={(data?.rows ?? []).filter((alarm) => alarm.key === key)}
      stateOf={({ state }) => <AlarmStateMark state={state} />}
      actOf={(alarm) =>
        may.confirm &&
        isConfirmable(alarm) && (
          <ConfirmAlarm
            alarm_id={alarm.alarm_id}
            onConfirmed={() => {
              reload()
              onConfirmed()
            }}
          />
        )
      }
    />
  )
}

/** Those of a point at the time of a replay. */
export function PastAlarms({ alarms }: { alarms: readonly PointAlarm[] }) {
  return <Rows alarms={alarms} />
}

interface RowsProps<Row> {
  alarms: readonly Row[]
  stateOf?: (alarm: Row) => ReactNode
  actOf?: (alarm: Row) => ReactNode
}

function Rows<Row extends PointAlarm>({ alarms, stateOf, actOf }: RowsProps<Row>) {
  const { lang } = useElement()
  const format = useFormat()
  const t = useText(text)
  if (alarms.length === 0) return null
  return (
    <ul className="faceplate-alarms" aria-label={t.alarms}>
      {alarms.map((alarm) => (
        <li key={`${alarm.alarm_time} ${alarm.alarm_name}`}>
          <AlarmMark alarm_level={alarm.alarm_level} isWordHidden />
          <span className="faceplate-alarm">
            <strong>{alarmName(alarm, lang)}</strong>
            <span className="faceplate-quiet">
              {stateOf?.(alarm)} {t.since({ time: format.dateTime(alarm.alarm_time) })}
            </span>
          </span>
          {actOf?.(alarm)}
        </li>
      ))}
    </ul>
  )
}
