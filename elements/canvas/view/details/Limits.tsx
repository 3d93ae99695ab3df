import type { Point } from '../../../../core/contract/device.ts'
import { useConnection, useElement, useFormat, useText } from '../../../define/index.ts'
import { AlarmMark } from '../../../parts/AlarmMark.tsx'
import { conditionText } from '../../../parts/alarm-rules/rule-words.ts'
import { text as ruleText } from '../../../parts/alarm-rules/text.ts'
import { useMayReadRules } from '../../../parts/alarm-rules/use-may-read-rules.ts'
import { Facts } from '../../../parts/Facts.tsx'
import { valueWithUnit } from '../../../parts/point-text.ts'
import { useCall } from '../../../parts/use-call.ts'
import { text } from './text.ts'

/** What may be written to a point, and at which values it is an alarm, for who may read its rules. */
export function Limits({ sn_code, point }: { sn_code: string; point: Point }) {
  const { api } = useConnection()
  const { lang } = useElement()
  const format = useFormat()
  const t = useText(text)
  const words = useText(ruleText)
  const mayRead = useMayReadRules()
  const { data } = useCall(api.alarmRules.list, mayRead ? { sn_code } : null)
  const rules = [...(data?.rules ?? []), ...(data?.template?.rules ?? [])].filter(
    ({ key, is_enabled }) => key === point.key && is_enabled,
  )
  const { write_min, write_max, access } = point
  const [from, to] = [write_min, write_max].map((limit) => (limit === null ? '–' : valueWithUnit(limit, point, format)))
  const hasRange = access === 'rw' && (write_min !== null || write_max !== null)
  if (!hasRange && rules.length === 0) return null
  return (
    <Facts
      facts={[
        [t.range, hasRange ? t.fromTo({ from: from ?? '', to: to ?? '' }) : null],
        [
          t.limits,
          rules.length === 0 ? null : (
            <ul key="limits" className="faceplate-limits">
              {rules.map((rule) => (
                <li key={rule.rule_id}>
                  <AlarmMark alarm_level={rule.alarm_level} isWordHidden />{' '}
                  {conditionText(rule, [point], { t: words, lang, format }, '')}
                </li>
              ))}
            </ul>
          ),
        ],
      ]}
    />
  )
}
