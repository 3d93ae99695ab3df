import { type ReactNode, useState } from 'react'
import type { Alarm } from '../../../core/contract/alarm.ts'
import type { Point } from '../../../core/contract/device.ts'
import { nameIn } from '../../../core/text/name-in.ts'
import { useConnection, useElement, useFormat, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { AlarmMark } from '../AlarmMark.tsx'
import { AlarmStateMark } from '../AlarmStateMark.tsx'
import { alarmName } from '../alarm-name.ts'
import { ConfirmAlarm } from '../ConfirmAlarm.tsx'
import { Facts } from '../Facts.tsx'
import { Failure } from '../Failure.tsx'
import { pointName, valueWithUnit } from '../point-text.ts'
import { SidePanel } from '../SidePanel.tsx'
import { useCall } from '../use-call.ts'
import { useRights } from '../use-rights.ts'
import sheet from './alarm-history.css?sheet'
import { EventList } from './EventList.tsx'
import { panelText } from './panel-text.ts'
import { RuleFacts } from './RuleFacts.tsx'

export interface AlarmPanelProps {
  alarm: Alarm
  onClose: () => void
  onChanged: () => void
  /** Goes to the curve of its point around the moment that it came. */
  onCurve: (alarm: Alarm) => void
  /** Goes to its device; null where that is open already. */
  onDevice: ((alarm: Alarm) => void) | null
}

/** All that is known of one alarm: what happened to it, what its rule says to operators, and its confirmation. */
export default function AlarmPanel({ alarm: row, onClose, onChanged, onCurve, onDevice }: AlarmPanelProps) {
  useSheet(sheet)
  const { api } = useConnection()
  const may = useRights()
  const { lang } = useElement()
  const t = useText(panelText)
  const [alarm_note, setNote] = useState('')
  // Asked for anew when the list has news of it.
  const called = useCall(api.alarm.one, { alarm_id: row.alarm_id })
  const points = useCall(api.device.detail, { sn_code: row.sn_code }).data?.points ?? NO_POINTS
  const alarm = called.data?.alarm ?? row
  const isOpen = alarm.confirm_time === null && alarm.state !== 'NORM' && may('P73000')
  return (
    <SidePanel
      title={alarmName(alarm, lang)}
      onClose={onClose}
      actions={
        <>
          <Button icon="chart" onPress={() => onCurve(alarm)}>
            {t.curve}
          </Button>
          {isOpen && (
            <ConfirmAlarm
              alarm_id={alarm.alarm_id}
              alarm_note={alarm_note.trim()}
              onConfirmed={() => {
                called.reload()
                onChanged()
              }}
              look="primary"
            />
          )}
        </>
      }
    >
      <div className="alarm-history-panel">
        <AlarmFacts alarm={alarm} points={points} onDevice={onDevice} />
        {isOpen && (
          <TextField label={t.note} help={t.noteHelp} value={alarm_note} onChange={setNote} lines={3} maxLength={200} />
        )}
        {called.failure && !called.data && <Failure failure={called.failure} onRetry={called.reload} />}
        {called.data && <EventList events={called.data.events} />}
        {called.data?.rationale && <RuleFacts rationale={called.data.rationale} pointKey={alarm.key} points={points} />}
      </div>
    </SidePanel>
  )
}

const NO_POINTS: readonly Point[] = []

interface AlarmFactsProps extends Pick<AlarmPanelProps, 'alarm' | 'onDevice'> {
  points: readonly Point[]
}

function AlarmFacts({ alarm, points, onDevice }: AlarmFactsProps) {
  const { lang } = useElement()
  const { clock } = useConnection()
  const format = useFormat()
  const t = useText(panelText)
  const point = points.find(({ key }) => key === alarm.key)
  const { alarm_time, recover_time, confirm_time, shelved_until } = alarm
  const [now] = useState(() => clock.now())
  const name = point ? pointName(point, lang) : alarm.key
  const value = alarm.alarm_value === null ? null : `${name}: ${valueWithUnit(alarm.alarm_value, point, format)}`
  const device: ReactNode = onDevice ? (
    <button type="button" className="alarm-history-link" onClick={() => onDevice(alarm)}>
      {alarm.dev_alias}
    </button>
  ) : null
  return (
    <Facts
      facts={[
        [t.level, <AlarmMark key="level" alarm_level={alarm.alarm_level} />],
        [t.state, <AlarmStateMark key="state" state={alarm.state} />],
        [t.device, device],
        [t.details, nameIn(lang, alarm.alarm_info, alarm.alarm_info_en)],
        [t.valueThen, value],
        [t.produced, format.dateTime(alarm_time)],
        [t.recovered, recover_time === null ? t.notRecovered : format.dateTime(recover_time)],
        [t.lasted, format.duration((recover_time ?? Math.max(now, alarm_time)) - alarm_time)],
        [
          t.confirmed,
          confirm_time === null
            ? null
            : t.byAt({ name: alarm.confirm_userName ?? '–', time: format.dateTime(confirm_time) }),
        ],
        [t.shelvedUntil, shelved_until === null ? null : format.dateTime(shelved_until)],
        [t.repeats, alarm.repeats > 0 ? t.repeated({ count: alarm.repeats }) : null],
        [t.late, alarm.is_late ? t.lateWhy : null],
        [t.note, alarm.alarm_note],
      ]}
    />
  )
}
