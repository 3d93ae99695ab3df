import type { ReactNode } from 'react'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { useElement, useSheet, useText } from '../../define/index.ts'
import { DeviceName } from '../../kit/DeviceName.tsx'
import { AlarmMark } from '../AlarmMark.tsx'
import { alarmName } from '../alarm-name.ts'
import sheet from './acts.css?sheet'
import { text } from './text.ts'

/** So many are named where there is nothing to say of each; the others are counted. */
const NAMED = 5

interface AlarmLinesProps {
  alarms: readonly Alarm[]
  /** What there is to say of each, below it. */
  below?: (alarm: Alarm) => ReactNode
}

/** Which alarms of which devices a dialog is about: nobody acts on another than he means. */
export function AlarmLines({ alarms, below }: AlarmLinesProps) {
  useSheet(sheet)
  const t = useText(text)
  const { lang } = useElement()
  const named = below ? alarms : alarms.slice(0, NAMED)
  const more = alarms.length - named.length
  return (
    <ul className="alarm-lines">
      {named.map((alarm) => (
        <li key={alarm.alarm_id}>
          <AlarmMark alarm_level={alarm.alarm_level} isWordHidden />
          <span className="alarm-lines-name">{alarmName(alarm, lang)}</span>
          <span className="alarm-lines-device">
            <DeviceName {...alarm} />
          </span>
          {below?.(alarm)}
        </li>
      ))}
      {more > 0 && <li className="alarm-lines-device">{t.more({ count: more })}</li>}
    </ul>
  )
}
