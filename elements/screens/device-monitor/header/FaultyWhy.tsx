import { ALARM_LEVELS, LIMITS } from '../../../../core/catalogue/limits.ts'
import { useConnection, useElement, useText } from '../../../define/index.ts'
import { AlarmMark } from '../../../parts/AlarmMark.tsx'
import { alarmName } from '../../../parts/alarm-name.ts'
import { useAlarmEvents } from '../../../parts/use-alarm-events.ts'
import { useCall } from '../../../parts/use-call.ts'
import { text } from './faulty-text.ts'

const LEVELS = ALARM_LEVELS.filter((level) => level >= LIMITS.faultyFromLevel)

/** The alarm that makes the device faulty: the worst of those that stand. Nothing for who may not know it. */
export function FaultyWhy({ sn_code }: { sn_code: string }) {
  const { api } = useConnection()
  const { lang } = useElement()
  const t = useText(text)
  const { data, last, reload } = useCall(api.alarm.open, {
    sn_code,
    alarm_level: LEVELS,
    states: ['UNACK', 'ACKED'],
    sort: '-alarm_level',
    page_size: 10,
  })
  useAlarmEvents(sn_code, reload)
  const [alarm] = (data ?? last)?.rows ?? []
  if (!alarm) return null
  return (
    <div className="monitor-fact monitor-fact-why">
      <dt>{t.why}</dt>
      <dd>
        <AlarmMark alarm_level={alarm.alarm_level} /> {alarmName(alarm, lang)}
      </dd>
    </div>
  )
}
