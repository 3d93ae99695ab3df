import { type Lang, translate } from '../../../../core/text/define-text.ts'
import { defineControl } from '../define-control.ts'
import { limitWords, passedLimit } from '../instrument/limits.ts'
import { numberOf } from '../painting/value-text.ts'
import { paint } from './paint.ts'
import { Props, type ValueProps } from './props.ts'
import { shownText } from './shown-text.ts'
import { valueBox } from './value-box.ts'

/** With the limit that it is beyond, which the screen marks by letters. */
function speak(props: ValueProps, _state: unknown, lang: Lang): string | null {
  if (props.value === null) return null
  const shown = shownText(props, lang, undefined)
  const number = numberOf(props.value)
  const limit = number === null ? null : passedLimit(number, props)
  return limit ? `${shown}${lang === 'zh' ? '，' : ', '}${translate(limitWords, lang)[limit]}` : shown
}

/** A live value with its label and unit. Without a value it shows a dash, never 0. */
export default defineControl<ValueProps>({
  kind: 'value',
  version: 1,
  category: 'instrument',
  props: Props,
  defaults: {
    value: null,
    label: '',
    unit: '',
    prefix: '',
    format: 'number',
    decimals: null,
    words: [],
    lowLow: null,
    low: null,
    high: null,
    highHigh: null,
    fontSize: 18,
    isBold: true,
    textAlign: 'right',
    fontColor: 'var(--sg-text-1)',
    labelPlace: 'left',
    labelShare: 0.4,
    labelColor: 'var(--sg-text-2)',
    backgroundColor: '',
    stroke: '',
    strokeWidth: 1,
    radius: 4,
  },
  size: { width: 160, height: 32 },
  bindable: ['value', 'label', 'unit', 'fontColor', 'backgroundColor', 'lowLow', 'low', 'high', 'highHigh'],
  paint,
  valueArea: (props, { width, height }) => {
    const box = valueBox(props, width, height)
    return { x: box.x, y: box.y, width: box.width, height: box.height }
  },
  role: 'img',
  speak,
  triggers: ['click', 'double_click', 'change'],
})
