import type { AlarmRationale } from '../../../core/contract/alarm.ts'
import type { Point } from '../../../core/contract/device.ts'
import { nameIn } from '../../../core/text/name-in.ts'
import { useElement, useFormat, useText } from '../../define/index.ts'
import { conditionText, delayText } from '../alarm-rules/rule-words.ts'
import { text as ruleText } from '../alarm-rules/text.ts'
import { Facts } from '../Facts.tsx'
import { valueWithUnit } from '../point-text.ts'
import { panelText } from './panel-text.ts'

interface RuleFactsProps {
  rationale: AlarmRationale
  /** The point that the rule is about. */
  pointKey: string
  points: readonly Point[]
}

/** What the engineer who made the rule wrote for operators, and when it is an alarm. */
export function RuleFacts({ rationale, pointKey, points }: RuleFactsProps) {
  const { lang } = useElement()
  const format = useFormat()
  const t = useText(panelText)
  const rule = useText(ruleText)
  const point = points.find(({ key }) => key === pointKey)
  const said = (part: 'cause' | 'consequence' | 'response') => nameIn(lang, rationale[part], rationale[`${part}_en`])
  return (
    <section>
      <h3>{t.rule}</h3>
      <Facts
        facts={[
          [t.condition, conditionText({ ...rationale, key: pointKey }, points, { t: rule, lang, format })],
          [t.deadBand, rationale.dead_band > 0 ? valueWithUnit(rationale.dead_band, point, format) : null],
          [t.delays, delayText(rationale, rule, format)],
          [t.cause, said('cause')],
          [t.consequence, said('consequence')],
          [t.response, said('response')],
        ]}
      />
    </section>
  )
}
