import type { AlarmRule } from '../../../core/contract/alarm-rule.ts'
import type { AlarmRuleSet } from '../../../core/contract/alarm-rules.ts'
import type { Point } from '../../../core/contract/device.ts'
import type { Lang, Translated } from '../../../core/text/define-text.ts'
import type { Format } from '../../../core/text/format.ts'
import { pointName, valueWithUnit } from '../point-text.ts'
import type { text } from './text.ts'

export type RuleTexts = Translated<(typeof text)['rows']>

/** A limit as people read it: a switch's or an enum's by its word. */
export function limitText(limit: number | null, point: Point | undefined, format: Format): string {
  const isSwitch = point?.data_type === 'boolean' && (limit === 0 || limit === 1)
  return valueWithUnit(isSwitch ? limit === 1 : limit, point, format)
}

/** When a rule is an alarm, in a line: "Level > 5.2 m". */
export function conditionText(
  rule: Pick<AlarmRule, 'key' | 'condition' | 'threshold' | 'threshold_high' | 'no_data_s'> & {
    fence_id?: number | null
    fence_name?: string | null
  },
  points: readonly Point[],
  { t, lang, format, fences = [] }: { t: RuleTexts; lang: Lang; format: Format; fences?: AlarmRuleSet['fences'] },
  /** In place of the point's name: its value, or nothing. */
  subject?: string,
): string {
  const found = points.find(({ key }) => key === rule.key)
  const name = found ? pointName(found, lang) : t.pointGone({ key: rule.key })
  const point = subject ?? name
  const low = limitText(rule.threshold, found, format)
  // A missing value has no value to describe it by.
  const silent = subject === '' ? '' : name
  const said = () => {
    switch (rule.condition) {
      case 'changes':
        return t.c_changes({ point: silent })
      case 'no_data':
        return t.c_no_data({ point: silent, time: format.duration((rule.no_data_s ?? 0) * 1000) })
      case 'between':
      case 'outside':
        return t[`c_${rule.condition}`]({ point, low, high: limitText(rule.threshold_high, found, format) })
      case 'enters_fence':
      case 'leaves_fence':
      case 'outside_fence':
        return t[`c_${rule.condition}`]({
          fence: rule.fence_name ?? fences.find(({ fence_id }) => fence_id === rule.fence_id)?.fence_name ?? '',
        })
      default:
        return t[`c_${rule.condition}`]({ point, low })
    }
  }
  return said().trim()
}

/** "on 10 s · off 30 s"; empty where it has none. */
export function delayText(
  { on_delay_s, off_delay_s }: Pick<AlarmRule, 'on_delay_s' | 'off_delay_s'>,
  t: RuleTexts,
  format: Format,
): string {
  const [on, off] = [on_delay_s, off_delay_s].map((seconds) => format.duration(seconds * 1000)) as [string, string]
  if (on_delay_s > 0 && off_delay_s > 0) return t.onOff({ on, off })
  return on_delay_s > 0 ? t.onOnly({ on }) : off_delay_s > 0 ? t.offOnly({ off }) : ''
}

/** A field by the label that it has in the form. */
export function fieldText(field: keyof AlarmRule, t: RuleTexts): string {
  if (field === 'key') return t.point
  if (field === 'threshold_high') return t.upper
  if (field === 'alarm_level') return t.level
  return field === 'is_enabled' ? t.enabled : t[field]
}
