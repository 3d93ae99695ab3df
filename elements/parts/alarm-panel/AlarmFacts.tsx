import { useStore } from '@nanostores/react'
import { isFenceCondition } from '../../../core/catalogue/fence-conditions.ts'
import type { Alarm, AlarmHold, AlarmRationale } from '../../../core/contract/alarm.ts'
import { deviceDetail } from '../../../core/stores/collections/devices.ts'
import { useElement, useFormat, useText } from '../../define/index.ts'
import { alarmNote, confirmedBy, writtenNote } from '../alarm-name.ts'
import { conditionText, delayText } from '../alarm-rules/rule-words.ts'
import { suppressText } from '../alarm-rules/suppress-words.ts'
import { text as suppressWords } from '../alarm-rules/suppress-words-text.ts'
import { text as ruleText } from '../alarm-rules/text.ts'
import { Facts } from '../Facts.tsx'
import { pointName, valueWithUnit } from '../point-text.ts'
import { useCollection } from '../use-collection.ts'
import { $second } from '../use-server-now.ts'
import { text } from './text.ts'
import { ValueNow } from './ValueNow.tsx'

interface AlarmFactsProps {
  alarm: Alarm
  /** Who keeps it from operators, where that is known. */
  hold?: AlarmHold | null
  /** Epoch ms. */
  now: () => number
  /** Whoever can write one reads it in the field. */
  hasNote: boolean
}

/** The value against its limit, then when: as the device's points write them, once those are known. */
export function ServedFacts(props: AlarmFactsProps & { rationale: AlarmRationale | null }) {
  const { alarm, rationale, ...rest } = props
  const { lang } = useElement()
  const format = useFormat()
  const t = useText(text)
  const rule = useText(ruleText)
  const suppress = useText(suppressWords)
  const { data } = useCollection(deviceDetail, { sn_code: alarm.sn_code })
  const point = data?.points.find(({ key }) => key === alarm.key)
  // The engine keeps what a switch said as 0 or 1.
  const kept = point?.data_type === 'boolean' ? alarm.alarm_value !== 0 : alarm.alarm_value
  const value = valueWithUnit(kept, point, format)
  const isFence = rationale !== null && isFenceCondition(rationale.condition)
  const { dead_band = 0 } = rationale ?? {}
  const band =
    dead_band > 0 ? (isFence ? `${format.number(dead_band)} m` : valueWithUnit(dead_band, point, format)) : null
  // Of a geofence neither of the two coordinates alone says anything.
  const now = data && point && !isFence && <ValueNow device={data} point={point} />
  return (
    <Facts
      facts={[
        [t.valueThen, alarm.alarm_value === null ? null : point ? `${pointName(point, lang)} ${value}` : value],
        [t.valueNow, now || null],
        ...(rationale && data
          ? ([
              [t.condition, conditionText({ ...rationale, key: alarm.key }, data.points, { t: rule, lang, format })],
              [isFence ? rule.edge : t.deadBand, band],
              [t.delays, delayText(rationale, rule, format)],
              [
                suppress.suppressed,
                alarm.state === 'DSUPR' && rationale.suppress_when
                  ? suppress.while({ condition: suppressText(rationale.suppress_when, data.points, format, lang) })
                  : null,
              ],
            ] as const)
          : []),
        ...useTimes({ alarm, ...rest }),
      ]}
    />
  )
}

export function SuppliedFacts(props: AlarmFactsProps) {
  const t = useText(text)
  const format = useFormat()
  const { alarm_value } = props.alarm
  return <Facts facts={[[t.valueThen, alarm_value === null ? null : format.number(alarm_value)], ...useTimes(props)]} />
}

function useTimes({ alarm, hold, now, hasNote }: AlarmFactsProps): (readonly [string, string | null])[] {
  const t = useText(text)
  const { lang } = useElement()
  const format = useFormat()
  // How long it has been active counts by the second.
  useStore($second)
  const { alarm_time, recover_time, confirm_time, held_until, repeats, is_late } = alarm
  const written = writtenNote(alarm)
  const name = confirmedBy(alarm, lang)
  const confirmed = confirm_time !== null && name !== null && { name, time: format.dateTime(confirm_time) }
  return [
    [t.produced, format.dateTime(alarm_time)],
    [t.recovered, recover_time === null ? t.notRecovered : format.dateTime(recover_time)],
    [t.lasted, format.duration(Math.max(0, (recover_time ?? now()) - alarm_time))],
    [t.confirmed, confirmed ? t.byAt(confirmed) : t.notConfirmed],
    [alarm.state === 'OOSRV' ? t.outUntil : t.shelvedUntil, held_until === null ? null : format.dateTime(held_until)],
    [alarm.state === 'OOSRV' ? t.outBy : t.shelvedBy, hold?.user_name || null],
    [t.heldReason, hold?.reason || null],
    [t.repeated, repeats === 0 ? null : t.repeatedTimes({ count: repeats + 1 })],
    [t.late, is_late ? t.lateWhy : null],
    [t.note, hasNote ? written : null],
    [t.systemNote, written === null ? alarmNote(alarm, lang) : null],
  ]
}
