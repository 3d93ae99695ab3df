import { translate } from '../../../../core/text/define-text.ts'
import { defineControl } from '../define-control.ts'
import { truthOf } from '../painting/value-text.ts'
import { inkOf, paint } from './paint-control.ts'
import { Props, type SymbolProps } from './props.ts'
import { levelOf, stateOf } from './shown-state.ts'
import { isStateName, STATE_LOOKS, type StateName } from './state-looks.ts'
import { symbolOf } from './symbol-of.ts'
import { text } from './text.ts'

const FPS = 30

const statesOf = ({ symbol }: SymbolProps): readonly string[] => {
  const drawing = symbolOf(symbol)
  // A picture of the gallery, and what has not come yet, may be in any state that has a name.
  return drawing === null || drawing === 'missing' ? Object.keys(STATE_LOOKS) : drawing.states
}

function speak(props: SymbolProps, lang: 'zh' | 'en'): string | null {
  const words = translate(text, lang)
  const drawing = symbolOf(props.symbol)
  const known = drawing === null || drawing === 'missing' ? null : drawing
  const state = known || typeof props.state === 'string' ? stateOf(statesOf(props), props) : null
  // For what conducts, open is the first: off.
  const isSwitch = known?.states[0] === 'open'
  const inWords = (name: StateName) =>
    isSwitch && (name === 'open' || name === 'closed') ? words[`switch_${name}`] : words[`state_${name}`]
  const level = known?.level ? levelOf(props.level) : null
  const isMarked = truthOf(props.fault) && state !== 'fault'
  const said = [
    known?.names[lang],
    state && inWords(state),
    isMarked ? words.state_fault : null,
    level === null ? null : words.spokenLevel({ percent: Math.round(level * 100) }),
  ].filter((part): part is string => !!part)
  if (said.length === 0) return null
  return lang === 'zh' ? said.join('，') : said.map((part, at) => (at === 0 ? part : part.toLowerCase())).join(', ')
}

/** A piece of plant as process engineers draw it, showing its state by fill, shape and motion. */
export default defineControl<SymbolProps>({
  kind: 'symbol',
  version: 1,
  category: 'flow',
  props: Props,
  defaults: {
    symbol: 'sg/valves/valve',
    state: null,
    running: null,
    level: null,
    fault: null,
    label: '',
    fontSize: 12,
    color: '',
    liquidColor: '',
    keepsAspect: true,
    isAnimated: false,
  },
  size: { width: 64, height: 64 },
  bindable: ['state', 'running', 'level', 'fault', 'color', 'liquidColor', 'label'],
  paint,
  ink: inkOf,
  motion(props) {
    const drawing = symbolOf(props.symbol)
    if (drawing === 'missing') return 0
    const state = stateOf(statesOf(props), props)
    if (!state || !isStateName(state) || !STATE_LOOKS[state].isActive) return 0
    // What has not come yet may move: nobody asks again when it has.
    if (state === 'moving') return FPS
    return props.isAnimated && (drawing === null || drawing.moves) ? FPS : 0
  },
  role: 'img',
  speak: (props, _state, lang) => speak(props, lang),
  triggers: ['click', 'double_click', 'press', 'release', 'change'],
})
