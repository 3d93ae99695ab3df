import { errorText, evaluationText } from '../../rules/expression/error-text.ts'
import { writePoint } from '../../rules/expression/points.ts'
import { defineText, type Lang, translate } from '../../text/define-text.ts'
import type { RuntimeProblem } from './runtime-api.ts'
import type { Unresolved } from './unresolved.ts'

const text = defineText({
  unknownPoint: ['设备没有变量 {{point}}', 'The device has no point {{point}}'],
  unknownDevice: ['没有设备 {{device}}，或无权查看', 'There is no device {{device}}, or it is not to be seen'],
  meant: ['{{problem}}；是否应为 {{suggestion}}', '{{problem}}. {{suggestion}} may be meant'],
  noDevice: ['画面未指定设备，无法取得变量 {{point}}', 'The screen has no device to read {{point}} from'],
  unknownParameter: ['参数 {{parameter}} 没有取值', 'The parameter {{parameter}} has no value'],
  unknownProperty: ['该控件没有此属性', 'The control has no such property'],
  scaleBounds: ['量程下限必须小于上限', 'The lower bound has to be less than the upper'],
  rangeBounds: ['区间的下限必须小于上限', "A range's lower bound has to be less than its upper"],
  doesNotFit: ['值 {{value}} 不适用于此属性，保留原值', 'The value {{value}} does not fit: the own one is kept'],
  own: ['属性值无效，已使用默认值', 'Its value is not valid: the default is used'],
})

const SHOWN = 40

/** Why a binding, an event or an alarm cannot work. */
export function unresolvedText(found: Unresolved, lang: Lang): string {
  const t = translate(text, lang)
  const point = found.point ? writePoint(found.point) : found.source
  switch (found.reason) {
    case 'syntax':
      return found.error ? errorText(found.error, lang) : ''
    case 'unknown_point':
      return t.unknownPoint({ point })
    case 'no_device':
      return t.noDevice({ point })
    case 'unknown_device': {
      const problem = t.unknownDevice({ device: found.point?.sn_code ?? '' })
      return found.suggestion ? t.meant({ problem, suggestion: found.suggestion }) : problem
    }
    case 'unknown_parameter':
      return t.unknownParameter({ parameter: `$${found.parameter ?? ''}` })
    case 'unknown_property':
      return t.unknownProperty
    case 'scale_bounds':
      return t.scaleBounds
    case 'range_bounds':
      return t.rangeBounds
  }
}

/** What went wrong with a bound value. */
export function problemText(found: RuntimeProblem, lang: Lang): string {
  const t = translate(text, lang)
  if (found.problem === 'own') return t.own
  if (found.problem === 'evaluation') return evaluationText(found.evaluation, found.source, lang)
  return t.doesNotFit({ value: String(found.value).slice(0, SHOWN) })
}
