import type { Point } from '../../contract/device.ts'
import type { Binding, Control } from '../../contract/documents/screen.ts'
import type { Value } from '../../contract/telemetry.ts'
import { type EvaluationProblem, worseOf } from '../../rules/expression/compile.ts'
import type { Evaluated, Expression } from '../../rules/expression/expression.ts'
import type { Lang } from '../../text/define-text.ts'
import { nameIn } from '../../text/name-in.ts'
import type { ControlState, ShownQuality } from '../control-state.ts'
import { checkedProps } from '../drawn-props.ts'
import type { ControlKind, RawProps } from '../kind.ts'
import { withValueAt } from '../props-path.ts'
import { boundValueOf } from './bound-value.ts'
import type { Cell } from './cells.ts'
import { type Fit, fitOf, fitOwn, isOwnProperty, otherReadings } from './fitting.ts'
import type { Placed, SymbolPlace } from './symbol-place.ts'

/** What a control takes from points: one for each bound property, and one for an alarm of its own. */
export interface Bound {
  readonly control: LiveControl | null
  /** '' for one that gives no property. */
  readonly path: string
  readonly binding: Binding
  /** Null where the source is no expression. */
  readonly expression: Expression | null
  readonly cells: readonly Cell<Bound>[]
  readonly fit: Fit | null
  /** Hears of each new result: of what is watched without being a control's. */
  readonly onResult: ((evaluated: Evaluated) => void) | null
  evaluated: Evaluated | null
  /** The value of the property; undefined leaves its own. */
  fitted: unknown
  unfit: Value | undefined
  evaluation: EvaluationProblem | null
}

export const fitFor = (kind: ControlKind | undefined, path: string): Fit | null =>
  isOwnProperty(path) ? (value) => fitOwn(path, value) : kind ? fitOf(kind, path) : null

/** Takes another value. */
export function take(bound: Bound, value: Value, pointOf: () => Point | null, lang: Lang): void {
  const { fit: validate, control, binding } = bound
  bound.unfit = undefined
  bound.fitted = undefined
  const wanted = boundValueOf(binding, value)
  if (!validate || wanted === undefined) return
  const own = control?.own ?? {}
  bound.fitted = validate(wanted, own)
  if (bound.fitted !== undefined || wanted === null) return
  for (const reading of otherReadings(wanted, pointOf(), lang)) {
    bound.fitted = validate(reading, own)
    if (bound.fitted !== undefined) return
  }
  bound.unfit = value
}

/** Facts of the point that the main property is bound to stand in for what the control leaves empty. */
function withFacts(kind: ControlKind, props: RawProps, bound: ReadonlySet<string>, point: Point, lang: Lang): RawProps {
  const words = Object.entries(point.enum_text ?? {}).map(([is, word]) => ({ is, text: word[lang] }))
  const facts: Record<string, unknown> = {
    unit: point.unit,
    decimals: point.decimals,
    label: nameIn(lang, point.name, point.name_en),
    enum_text: point.enum_text,
    words: words.length > 0 ? words : null,
  }
  let filled = props
  for (const [name, fact] of Object.entries(facts)) {
    if (fact === null || bound.has(name) || !isEmpty(filled[name])) continue
    const fit = fitOf(kind, name)?.(fact, filled)
    if (fit !== undefined) filled = { ...filled, [name]: fit }
  }
  // Words are no use where the number is wanted, which is a value's default.
  const isWorded = filled.words !== props.words && props.format === 'number'
  return isWorded && fitOf(kind, 'format')?.('words', filled) ? { ...filled, format: 'words' } : filled
}

const isEmpty = (value: unknown) =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/** A control with what is bound to it. */
export class LiveControl {
  readonly control: Control
  /** Undefined for a placeholder. */
  readonly kind: ControlKind | undefined
  readonly isLayerHidden: boolean
  /** Paths of its own properties that its kind does not take: the defaults are drawn. */
  readonly unfit: readonly string[]
  readonly #own: RawProps
  /** Called where its place is bound. */
  readonly #placeInSymbol: () => SymbolPlace | null
  bounds: readonly Bound[] = []
  /** The point or device that `alarm_of` names. */
  alarm: Bound | null = null
  deviceAlarm = 0
  parent: LiveControl | null = null
  members: LiveControl[] = []
  /** As an action showed or hid it. */
  shown: boolean | null = null
  state: ControlState
  #filled: RawProps
  /** What the state's properties were made of. */
  #shownFilled: RawProps
  #fitted: readonly unknown[] = []

  constructor(
    control: Control,
    kind: ControlKind | undefined,
    isLayerHidden: boolean,
    placeInSymbol: () => SymbolPlace | null,
  ) {
    const { props, bad } = kind ? checkedProps(control, kind) : { props: control.props, bad: [] }
    this.control = control
    this.kind = kind
    this.isLayerHidden = isLayerHidden
    this.unfit = bad
    this.#own = props
    this.#filled = props
    this.#shownFilled = props
    this.#placeInSymbol = placeInSymbol
    this.state = { ...placeOf(control), props, visible: false, flicker: 0, ...NOTHING }
  }

  /** Its own properties, beside which a bound value is validated. */
  get own(): RawProps {
    return this.#own
  }

  /** The binding of the main property, where it is nothing but a point. */
  get main(): Bound | null {
    const path = this.kind?.bindable[0]
    const bound = path === undefined ? undefined : this.bounds.find((one) => one.path === path)
    return bound?.expression?.plain && !bound.binding.ranges?.length && !bound.binding.scale ? bound : null
  }

  fill(point: Point | null, lang: Lang): void {
    const paths = new Set(this.bounds.map(({ path }) => path))
    this.#filled = point && this.kind ? withFacts(this.kind, this.#own, paths, point, lang) : this.#own
  }

  /** Puts its state together again; whether anything that is drawn changed. */
  settle(): boolean {
    const before = this.state
    let placed: Record<string, unknown> | null = null
    let flicker = 0
    let isVisible = !this.control.hidden
    let quality: ShownQuality | null = null
    let data_time: number | null = null
    for (const { path, fitted, evaluated, expression } of this.bounds) {
      const own = evaluated?.quality ?? (expression ? 'waiting' : 'missing')
      quality = quality === null ? own : worseOf(quality, own)
      const time = evaluated?.data_time ?? null
      if (time !== null && (data_time === null || time < data_time)) data_time = time
      if (fitted === undefined || !isOwnProperty(path)) continue
      if (path === 'visible') isVisible = fitted as boolean
      else if (path === 'flicker') flicker = fitted as number
      else {
        placed ??= {}
        placed[path] = fitted
      }
    }
    const inside = placed ? this.#placeInSymbol() : null
    const box = inside ? inside.toPage({ ...inside.own, ...placed }) : this.control
    const isParentVisible = this.parent?.state.visible ?? true
    const { x, y, width, height, angle, flip_x, flip_y, opacity } =
      placed && !inside ? { ...this.control, ...placed } : box
    const next: ControlState = {
      props: this.#propsNow(),
      x,
      y,
      width,
      height,
      angle,
      flip_x,
      flip_y,
      opacity,
      visible: (this.shown ?? isVisible) && !this.isLayerHidden && isParentVisible,
      flicker,
      quality,
      alarm_level: this.#alarmLevel(),
      data_time,
    }
    if (isSameState(before, next)) {
      // Nothing that is drawn: who holds the state reads the newest time from it.
      ;(before as { data_time: number | null }).data_time = data_time
      return false
    }
    this.state = next
    return true
  }

  /** The same object while bindings give the same. */
  #propsNow(): RawProps {
    const { bounds } = this
    const isSame =
      this.#shownFilled === this.#filled && bounds.every(({ fitted }, i) => Object.is(fitted, this.#fitted[i]))
    if (isSame) return this.state.props
    this.#shownFilled = this.#filled
    this.#fitted = bounds.map(({ fitted }) => fitted)
    let props: RawProps = { ...this.#filled }
    for (const { path, fitted } of bounds) {
      if (fitted === undefined || isOwnProperty(path)) continue
      if (path.includes('.')) props = withValueAt(props, path, fitted)
      else (props as Record<string, unknown>)[path] = fitted
    }
    return props
  }

  /** What names the points whose alarms are drawn at it. */
  get alarmBounds(): readonly Bound[] {
    const { alarm_of } = this.control
    if (alarm_of === '') return this.kind?.isUnmarked ? [] : this.bounds
    return alarm_of !== null && this.alarm ? [this.alarm] : []
  }

  #alarmLevel(): number {
    if (this.control.alarm_of === null) return 0
    let level = this.deviceAlarm
    for (const { cells } of this.alarmBounds) for (const { alarm_level } of cells) level = Math.max(level, alarm_level)
    return level
  }
}

const NOTHING = { quality: null, alarm_level: 0, data_time: null }

const placeOf = ({ x, y, width, height, angle, flip_x, flip_y, opacity }: Placed): Placed => ({
  x,
  y,
  width,
  height,
  angle,
  flip_x,
  flip_y,
  opacity,
})

const COMPARED = [
  'x',
  'y',
  'width',
  'height',
  'angle',
  'flip_x',
  'flip_y',
  'opacity',
  'props',
  'visible',
  'flicker',
  'quality',
  'alarm_level',
] as const
const isSameState = (before: ControlState, after: ControlState) =>
  COMPARED.every((name) => Object.is(before[name], after[name]))
