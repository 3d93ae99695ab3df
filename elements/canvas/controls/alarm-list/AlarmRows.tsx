import type { Alarm } from '../../../../core/contract/alarm.ts'
import { alarmStates } from '../../../../core/rules/alarm-state-text.ts'
import { isHeld } from '../../../../core/rules/held-states.ts'
import { deviceWords } from '../../../../core/text/device-words.ts'
import { useElement, useFormat, useText } from '../../../define/index.ts'
import { Age } from '../../../parts/Age.tsx'
import { AlarmMark } from '../../../parts/AlarmMark.tsx'
import { alarmName } from '../../../parts/alarm-name.ts'
import { ConfirmAlarm } from '../../../parts/ConfirmAlarm.tsx'

interface AlarmRowsProps {
  label: string
  alarms: readonly Alarm[]
  /** Of one device, whose name each would repeat. */
  isOfOne: boolean
  /** Levels are shown by their marks alone. */
  isNarrow: boolean
  /** Null where alarms are not to be confirmed here. */
  onConfirmed: (() => void) | null
  /** Ages are relative to this time; null for now. */
  shownTime: number | null
}

export function AlarmRows({ label, alarms, isOfOne, isNarrow, onConfirmed, shownTime }: AlarmRowsProps) {
  const states = useText(alarmStates)
  const format = useFormat()
  const { lang } = useElement()
  return (
    <ul className="alarm-rows" aria-label={label}>
      {alarms.map((alarm) => {
        const { alarm_id, alarm_level, alarm_time, recover_time, confirm_time, state } = alarm
        // Nothing is to be done about what is shelved, suppressed or out of service.
        const said = isHeld(alarm) ? states[state] : confirm_time === null ? null : states.ACKED
        const notes = [isOfOne ? '' : deviceWords(alarm), recover_time === null ? '' : states.RTNUN]
          .filter(Boolean)
          .join(' · ')
        return (
          <li key={alarm_id} className="alarm-row" data-seen={said !== null || undefined}>
            <span className="alarm-row-mark">
              <AlarmMark alarm_level={alarm_level} isWordHidden={isNarrow} />
            </span>
            <span className="alarm-row-what">
              <span className="alarm-row-name">{alarmName(alarm, lang)}</span>
              {notes && <span className="alarm-row-device">{notes}</span>}
            </span>
            <span className="alarm-row-age">
              {shownTime === null ? <Age time={alarm_time} /> : format.dateTime(alarm_time).slice(5)}
            </span>
            {(onConfirmed || said) && (
              <span className="alarm-row-do">
                {said ?? (onConfirmed && <ConfirmAlarm alarm_id={alarm_id} onConfirmed={onConfirmed} />)}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
