import type { ControlState } from '../../../core/canvas/control-state.ts'
import type { PointAlarm } from '../../../core/canvas/point-source.ts'
import type { Lang, Translated } from '../../../core/text/define-text.ts'
import { alarmName } from '../../parts/alarm-name.ts'
import type { ControlDefinition } from '../controls/define-control.ts'
import { nextControl } from './next-control.ts'
import type { text } from './text.ts'

/** A control as assistive technology and the keyboard meet it: what is on a canvas has no place in the page itself. */
export interface Proxied {
  readonly control_id: string
  /** What its author wrote for whoever points at it. */
  readonly description: string
  // biome-ignore lint/suspicious/noExplicitAny: controls of every kind, each with props of its own
  readonly definition: ControlDefinition<any>
  /** A person can do something with it. */
  readonly isActive: boolean
  /** What that does is open its faceplate. */
  readonly opens: boolean
}

interface ProxyParts {
  /** Laid over the canvas, moved and scaled as it is. */
  layer: HTMLElement
  lang: Lang
  words: Translated<(typeof text)['rows']>
  stateOf(control_id: string): ControlState | undefined
  /** Its own, or that of the point that it shows. */
  nameOf(control_id: string): string
  /** Those that its mark stands for, the worst first. */
  alarmsOf(control_id: string): readonly PointAlarm[]
  /** Why it cannot be used now, in words; null where it can. */
  blocked(control_id: string): string | null
  press(control_id: string): void
  release(control_id: string): void
  click(control_id: string): void
  /** The one that the keyboard has come to; null when it has left. */
  focused(control_id: string | null): void
}

/** Names are brought up to date no oftener than this: a screen reader that gets more reads nothing. */
const NAMES_EVERY_MS = 1000
/** So many are made at once, so that a large screen is seen before all of them are there. */
const MADE_AT_ONCE = 250

export interface Proxies {
  /** Those that changed; the rest keep their names. */
  changed(control_ids: Iterable<string>): void
  focus(control_id: string): void
  dispose(): void
}

/**
 * An element for every control that says something, at its place, in painting order. One of those with which something
 * can be done is the screen's only tab stop: the arrow keys lead from it to the others, and Enter or Space uses them. The
 * pointer goes through to the canvas.
 */
export function createProxies(controls: readonly Proxied[], parts: ProxyParts): Proxies {
  const { layer, stateOf } = parts
  const made = new Map<string, { element: HTMLElement; proxied: Proxied; label: string; box: string }>()
  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let making: ReturnType<typeof setTimeout> | undefined
  let next = 0

  /** The control that takes the focus by Tab: the one that had it last, the first at first. */
  let stop: string | null = null
  const isReachable = (control_id: string) => {
    const known = made.get(control_id)
    return known?.proxied.isActive === true && !known.element.hidden
  }
  const moveStop = (control_id: string | null) => {
    const before = stop === null ? undefined : made.get(stop)?.element
    if (before) before.tabIndex = -1
    stop = control_id
    const element = stop === null ? undefined : made.get(stop)?.element
    if (element) element.tabIndex = 0
  }
  /** One that is hidden is no stop. */
  const keepStop = () => {
    if (stop !== null && isReachable(stop)) return
    moveStop([...made.keys()].find(isReachable) ?? null)
  }
  const go = (from: string, key: string): boolean => {
    const places = [...made.keys()].filter(isReachable).flatMap((control_id) => {
      const state = stateOf(control_id)
      return state ? [{ ...state, control_id }] : []
    })
    const next = nextControl(places, from, key)
    if (next) made.get(next)?.element.focus()
    return next !== undefined
  }

  const update = (control_id: string) => {
    const known = made.get(control_id)
    const state = stateOf(control_id)
    if (!known || !state) return
    const { element, proxied } = known
    const box = `${state.x},${state.y},${state.width},${state.height},${state.angle},${state.visible}`
    if (box !== known.box) {
      known.box = box
      const { style } = element
      style.left = `${state.x}px`
      style.top = `${state.y}px`
      style.width = `${state.width}px`
      style.height = `${state.height}px`
      style.transform = state.angle ? `rotate(${state.angle}deg)` : ''
      element.hidden = !state.visible
    }
    const blocked = proxied.isActive ? parts.blocked(control_id) : null
    if (proxied.isActive) element.ariaDisabled = blocked === null ? null : 'true'
    const label = labelOf(proxied, state, parts, blocked)
    if (label !== known.label) {
      known.label = label
      element.setAttribute('aria-label', label)
      element.setAttribute('role', roleOf(proxied, label))
    }
    if (proxied.definition.role === 'switch')
      element.setAttribute('aria-checked', String(Boolean((state.props as { value?: unknown }).value)))
  }
  const flush = () => {
    timer = undefined
    for (const control_id of waiting) update(control_id)
    waiting.clear()
    keepStop()
  }
  const make = () => {
    const until = Math.min(controls.length, next + MADE_AT_ONCE)
    const some = layer.ownerDocument.createDocumentFragment()
    for (; next < until; next++) {
      const proxied = controls[next] as Proxied
      const element = layer.ownerDocument.createElement('div')
      element.className = 'screen-proxy'
      element.dataset.control = proxied.control_id
      element.setAttribute('role', roleOf(proxied, ''))
      if (proxied.isActive) element.tabIndex = -1
      if (proxied.opens) element.ariaHasPopup = 'dialog'
      if (proxied.description) element.setAttribute('aria-description', proxied.description)
      made.set(proxied.control_id, { element, proxied, label: '', box: '' })
      update(proxied.control_id)
      some.append(element)
    }
    layer.append(some)
    keepStop()
    making = next < controls.length ? setTimeout(make) : undefined
  }
  let held: string | null = null
  const letGo = () => {
    if (held === null) return
    parts.release(held)
    held = null
  }
  const onKey = (event: KeyboardEvent) => {
    const control_id = (event.target as HTMLElement).dataset?.control
    if (!control_id || !made.get(control_id)?.proxied.isActive) return
    const { type, key, repeat } = event
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (type === 'keydown' && isPlain && go(control_id, key)) return event.preventDefault()
    if (key !== 'Enter' && key !== ' ') return
    event.preventDefault()
    // Enter is a press and its release; Space holds it down, as it does a button.
    if (type === 'keydown' && !repeat && held === null) {
      held = control_id
      parts.press(control_id)
    }
    if (held !== control_id || (key === ' ' && type === 'keydown') || (key === 'Enter' && type === 'keyup')) return
    letGo()
    parts.click(control_id)
  }
  const onFocus = (event: FocusEvent) => {
    const element = event.target as HTMLElement
    if (event.type === 'focusout') letGo()
    else if (element.dataset.control && isReachable(element.dataset.control)) moveStop(element.dataset.control)
    const isReached = event.type === 'focusin' && element.matches(':focus-visible')
    parts.focused((isReached && element.dataset.control) || null)
  }
  layer.addEventListener('keydown', onKey)
  layer.addEventListener('keyup', onKey)
  layer.addEventListener('focusin', onFocus)
  layer.addEventListener('focusout', onFocus)
  make()

  return {
    changed(control_ids) {
      for (const control_id of control_ids) waiting.add(control_id)
      if (waiting.size > 0) timer ??= setTimeout(flush, NAMES_EVERY_MS)
    },
    focus: (control_id) => made.get(control_id)?.element.focus(),
    dispose() {
      clearTimeout(timer)
      clearTimeout(making)
      letGo()
      layer.removeEventListener('keydown', onKey)
      layer.removeEventListener('keyup', onKey)
      layer.removeEventListener('focusin', onFocus)
      layer.removeEventListener('focusout', onFocus)
      layer.replaceChildren()
    },
  }
}

/** What nobody can do anything with, and nothing is said of, is only in the drawing. */
function roleOf({ definition: { role }, isActive }: Proxied, label: string): string {
  const isPicture = role === 'img' || role === 'text'
  if (isActive) return isPicture || role === 'none' ? 'button' : role
  if (label === '') return 'none'
  return isPicture ? 'img' : role
}

/** So many are said by name. */
const MOST_NAMED = 3

/** "Flow, 82.4 m³/h, stale, alarm level 3: Flow too high". */
function labelOf(
  { control_id, definition, isActive }: Proxied,
  state: ControlState,
  { lang, words, nameOf, alarmsOf }: ProxyParts,
  blocked: string | null,
): string {
  const { quality, alarm_level, props } = state
  const value = definition.speak?.(props, state, lang) ?? null
  const unit = (props as { unit?: unknown }).unit
  const alarmSaid = () => {
    const names = alarmsOf(control_id)
      .slice(0, MOST_NAMED)
      .map((alarm) => alarmName(alarm, lang))
    if (names.length === 0) return words.alarm({ level: alarm_level })
    return words.alarmNamed({ level: alarm_level, names: names.join(lang === 'zh' ? '、' : ', ') })
  }
  const said = [
    nameOf(control_id),
    value && typeof unit === 'string' && unit && !value.endsWith(unit) ? `${value} ${unit}` : value,
    quality && quality !== 'good' ? words[`quality_${quality}`] : null,
    alarm_level > 0 ? alarmSaid() : null,
    blocked,
  ]
  // A text is its own name.
  const label = said.filter((part, at) => part && said.indexOf(part) === at).join(lang === 'zh' ? '，' : ', ')
  // What can be used is never without a name, also before it is known what its point is called.
  return label || (isActive ? words.unnamed : '')
}
