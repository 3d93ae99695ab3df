import { useMemo } from 'react'
import type { Alarm, AlarmRationale } from '../../../../core/contract/alarm.ts'
import { ApiError } from '../../../../core/contract/api-error.ts'
import type { DeviceDetail } from '../../../../core/contract/device.ts'
import { useConnection, useElement, useFormat, useText } from '../../../define/index.ts'
import type { ChartLimit, ChartMarks } from '../../../kit/chart/marks.ts'
import { alarmName } from '../../../parts/alarm-name.ts'
import { limitText } from '../../../parts/alarm-rules/rule-words.ts'
import { limitsOf } from '../../../parts/curves/limits.ts'
import { useAlarmEvents } from '../../../parts/use-alarm-events.ts'
import { useCall } from '../../../parts/use-call.ts'
import { text } from './text.ts'

export interface MarkedAlarm {
  alarm: Alarm
  /** Null where the rule was deleted. */
  rationale: AlarmRationale | null
  /** Its dead band in words; null for none. */
  deadBand: string | null
  marks: ChartMarks
  /** All of it, for those who do not see the curve. */
  words: string
}

const ALARM_ID = /^\d{1,15}$/

/** The alarm of an id as it is marked on the curve, and whether it is gone; of one that may not be read nothing is said. */
export function useMarkedAlarm(
  alarm_id: string,
  device: DeviceDetail,
): { marked: MarkedAlarm | null; isGone: boolean } {
  const { api } = useConnection()
  const { lang } = useElement()
  const format = useFormat()
  const t = useText(text)
  const { data, failure, reload } = useCall(api.alarm.one, ALARM_ID.test(alarm_id) ? { alarm_id } : null)
  useAlarmEvents(device.sn_code, reload)
  const found = data?.alarm.sn_code === device.sn_code ? data : null
  const marked = useMemo(() => {
    if (!found) return null
    const { alarm, rationale } = found
    const { key, alarm_time, recover_time } = alarm
    const point = device.points.find((one) => one.key === key)
    const inUnit = (limit: number) => limitText(limit, point, format)
    const deadBand = rationale && rationale.dead_band > 0 ? t.deadBand({ band: inUnit(rationale.dead_band) }) : null
    const withBand = (label: string) => (deadBand ? `${label} · ${deadBand}` : label)
    const marks: ChartMarks = {
      level: alarm.alarm_level,
      began: { time: alarm_time, label: t.producedAt({ time: format.time(alarm_time) }) },
      ended:
        recover_time === null
          ? null
          : { time: recover_time, label: t.recoveredAt({ time: format.time(recover_time) }) },
      limits: rationale
        ? limitsIn(rationale, key, (sign, limit) => withBand(t.limit({ sign, limit: inUnit(limit) })))
        : [],
    }
    const times = [
      t.producedAt({ time: format.dateTime(alarm_time) }),
      recover_time === null ? t.stands : t.recoveredAt({ time: format.dateTime(recover_time) }),
    ]
    const said = [alarmName(alarm, lang), ...times, ...marks.limits.map(({ label }) => label)].join(' · ')
    return { alarm, rationale, deadBand, marks, words: said }
  }, [found, device.points, format, lang, t])
  return { marked, isGone: (failure instanceof ApiError && failure.code === '100002') || (data !== null && !found) }
}

/** The limits of a rule with their dead bands; each names the side on which it is an alarm. */
function limitsIn(
  rationale: AlarmRationale,
  series: string,
  labelOf: (sign: '>' | '<' | '=', limit: number) => string,
): ChartLimit[] {
  const { limits, bands } = limitsOf(rationale)
  return limits.flatMap(({ value }) => {
    const own = bands.filter(({ limit }) => limit === value)
    const [band] = own
    if (!band) return []
    const label = labelOf(own.length > 1 ? '=' : band.sign < 0 ? '>' : '<', value)
    const ends = own.flatMap(({ from, to }) => [from, to])
    return [{ series, value, label, from: Math.min(...ends), to: Math.max(...ends) }]
  })
}
