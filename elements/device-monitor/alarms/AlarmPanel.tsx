import { useState } from 'react'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { words } from '../../../core/text/words.ts'
import { useElement, useFormat, useText } from '../../define/index.ts'
import { TextField } from '../../kit/TextField.tsx'
import { AlarmMark } from '../../parts/AlarmMark.tsx'
import { alarmName } from '../../parts/alarm-name.ts'
import { ConfirmAlarm } from '../../parts/ConfirmAlarm.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { pointName, valueWithUnit } from '../../parts/point-text.ts'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { useRights } from '../../parts/use-rights.ts'
import { useMonitor } from '../monitor-context.ts'
import { text } from './text.ts'

interface AlarmPanelProps {
  alarm: Alarm
  onClose: () => void
  onChanged: () => void
}

/** All that is known of one alarm, and its confirmation with a note. */
export function AlarmPanel({ alarm, onClose, onChanged }: AlarmPanelProps) {
  const { device } = useMonitor()
  const may = useRights()
  const { lang } = useElement()
  const format = useFormat()
  const t = useText(text)
  const word = useText(words)
  const [alarm_note, setNote] = useState('')
  const point = device.points.find(({ key }) => key === alarm.key)
  const isOpen = alarm.confirm_time === null && may('P73000')
  return (
    <SidePanel
      title={alarmName(alarm, lang)}
      onClose={onClose}
      actions={
        isOpen && (
          <ConfirmAlarm
            alarm_id={alarm.alarm_id}
            alarm_note={alarm_note.trim()}
            onConfirmed={onChanged}
            look="primary"
          />
        )
      }
    >
      <Facts
        facts={[
          [t.level, <AlarmMark key="level" alarm_level={alarm.alarm_level} />],
          [t.details, alarm.alarm_info],
          [word.point, point ? pointName(point, lang) : alarm.key],
          [t.valueThen, alarm.alarm_value === null ? null : valueWithUnit(alarm.alarm_value, point, format)],
          [t.produced, format.dateTime(alarm.alarm_time)],
          [t.recovered, alarm.recover_time === null ? t.notRecovered : format.dateTime(alarm.recover_time)],
          [
            t.confirmed,
            alarm.confirm_time === null
              ? '–'
              : t.confirmedBy({ name: alarm.confirm_userName ?? '–', time: format.dateTime(alarm.confirm_time) }),
          ],
          [t.note, alarm.alarm_note],
        ]}
      />
      {isOpen && (
        <div className="monitor-panel-field">
          <TextField label={t.note} help={t.noteHelp} value={alarm_note} onChange={setNote} lines={3} maxLength={200} />
        </div>
      )}
    </SidePanel>
  )
}
