import type { Control } from '../contract/documents/screen.ts'
import { evaluate, parseExpression } from '../rules/expression/expression.ts'
import { pointNamed } from '../rules/expression/points.ts'
import type { ControlState } from './control-state.ts'
import { isPlaceholder } from './drawn-props.ts'
import { expandDocument } from './expand.ts'
import { Binder } from './runtime/binder.ts'
import { Cells, isMissing } from './runtime/cells.ts'
import { type Bound, fitFor, LiveControl } from './runtime/live-control.ts'
import type { Runtime, RuntimeOptions, RuntimeProblem } from './runtime/runtime-api.ts'
import { symbolPlaceOf } from './runtime/symbol-place.ts'
import { unresolvedIn } from './runtime/unresolved.ts'

export type { Runtime, RuntimeOptions, RuntimeProblem }

/** Ages, clocks and spans of time are looked at this often. */
const TICK_MS = 1000

export const createRuntime = (options: RuntimeOptions): Runtime => new ScreenRuntime(options)

class ScreenRuntime implements Runtime {
  readonly #kinds
  readonly #source
  readonly #timezone
  readonly #now
  readonly #cells
  readonly #states = new Map<string, ControlState>()
  readonly #listeners = new Set<(changed: ReadonlyMap<string, ControlState>) => void>()
  readonly #watched = new Set<{ bound: Bound }>()
  readonly #stops = new Map<string, () => void>()
  #document
  #sn_code
  #live = new Map<string, LiveControl>()
  #shown: ReadonlyMap<string, Control> = new Map()
  /** Controls by the device whose every alarm is theirs. */
  #deviceAlarms = new Map<string, LiveControl[]>()
  /** By device: its points, or whether it is refused, as they were last taken. */
  readonly #facts = new Map<string, unknown>()
  #timer: ReturnType<typeof setInterval> | undefined
  #lastTick: number | null = null
  readonly #binder

  constructor(options: RuntimeOptions) {
    const { kinds, source, timezone } = options
    this.#kinds = kinds
    this.#source = source
    this.#timezone = timezone
    this.#now = options.now ?? (() => source.now())
    this.#cells = new Cells<Bound>(source)
    const { document, sn_code } = options
    this.#document = document
    this.#sn_code = sn_code
    this.#binder = new Binder(source, this.#cells, options.lang ?? 'zh')
    this.#build()
  }

  #clock() {
    return { now: this.#now(), timezone: this.#timezone }
  }

  #deviceOf(named: string) {
    return named || this.#sn_code
  }

  #make(control: LiveControl): void {
    const { kind, control: own } = control
    control.bounds = Object.entries(own.bindings).map(([path, binding]) =>
      this.#binder.bind({ control, path, binding, fit: fitFor(kind, path), onResult: null }, this.#sn_code),
    )
    const named = own.alarm_of ? pointNamed(own.alarm_of) : null
    if (named && named.key !== '*')
      control.alarm = this.#binder.follow({ control }, this.#deviceOf(named.sn_code), named.key)
    const at = this.#clock()
    for (const bound of control.bounds) this.#binder.run(bound, at)
    this.#fill(control)
  }

  #bindWatch(expression: string, onResult: Bound['onResult']) {
    return this.#binder.bind({ control: null, path: '', binding: { expression }, fit: null, onResult }, this.#sn_code)
  }

  #fill(control: LiveControl) {
    return control.fill(control.main && this.#binder.pointOf(control.main), this.#binder.lang)
  }

  #build(): void {
    const before = this.#live
    const hidden = new Set(this.#document.layers.filter((layer) => layer.hidden).map(({ layer_id }) => layer_id))
    this.#live = new Map()
    this.#deviceAlarms = new Map()
    const controls = expandDocument(this.#document)
    this.#shown = new Map(controls.map((control) => [control.control_id, control]))
    for (const control of controls) {
      const known = before.get(control.control_id)
      const isHidden = hidden.has(control.layer_id)
      const isKept = known?.control === control && known.isLayerHidden === isHidden
      const kind = isPlaceholder(control, this.#kinds) ? undefined : this.#kinds.get(control.kind)
      const inSymbol = () => symbolPlaceOf(this.#document, this.#shown, control.control_id)
      const made = isKept ? known : new LiveControl(control, kind, isHidden, inSymbol)
      if (isKept) before.delete(control.control_id)
      else {
        made.shown = known?.shown ?? null
        this.#make(made)
      }
      this.#live.set(control.control_id, made)
      const named = control.alarm_of ? pointNamed(control.alarm_of) : null
      if (named?.key === '*') {
        const device = this.#deviceOf(named.sn_code)
        this.#deviceAlarms.set(device, [...(this.#deviceAlarms.get(device) ?? []), made])
        made.deviceAlarm = this.#alarmOf(device)
      }
    }
    for (const left of before.values()) this.#drop(left)
    for (const device of this.#cells.devices) if (!this.#facts.has(device)) this.#knowsMore(device)
    this.#arrange()
    this.#states.clear()
    for (const [control_id, control] of this.#live) {
      control.settle()
      this.#states.set(control_id, control.state)
    }
    for (const control of this.#live.values()) if (!control.parent) this.#settleBelow(control, null)
    if (this.#listeners.size > 0) this.#connect()
  }

  #drop(control: LiveControl): void {
    for (const bound of control.bounds) this.#binder.release(bound)
    if (control.alarm) this.#binder.release(control.alarm)
  }

  /** Members under their groups; one of a circle stands alone. */
  #arrange(): void {
    for (const control of this.#live.values()) {
      control.members = []
      control.parent = null
    }
    for (const control of this.#live.values()) {
      const parent = control.control.parent === null ? undefined : this.#live.get(control.control.parent)
      let above: LiveControl | null | undefined = parent
      while (above && above !== control) above = above.parent
      if (!parent || above === control) continue
      control.parent = parent
      parent.members.push(control)
    }
  }

  #settleBelow(control: LiveControl, changed: Map<string, ControlState> | null): void {
    for (const member of control.members) {
      if (member.settle()) this.#note(member, changed)
      this.#settleBelow(member, changed)
    }
  }

  #note(control: LiveControl, changed: Map<string, ControlState> | null): void {
    this.#states.set(control.control.control_id, control.state)
    changed?.set(control.control.control_id, control.state)
  }

  #alarmOf(device: string): number {
    if (this.#source.deviceAlarm) return this.#source.deviceAlarm(device)
    let level = 0
    for (const key of this.#source.device(device)?.points.keys() ?? [])
      level = Math.max(level, this.#source.read(device, key)?.alarm_level ?? 0)
    return level
  }

  /** Updates controls and reports those that are drawn differently. */
  #settle(controls: Iterable<LiveControl>): void {
    const changed = new Map<string, ControlState>()
    for (const control of controls) {
      const wasVisible = control.state.visible
      if (control.settle()) this.#note(control, changed)
      if (control.state.visible !== wasVisible) this.#settleBelow(control, changed)
    }
    if (changed.size > 0) for (const listener of [...this.#listeners]) listener(changed)
  }

  /** Runs what depends on points. */
  #rerun(bounds: Iterable<Bound>, more: Iterable<LiveControl> = []): void {
    const controls = new Set<LiveControl>(more)
    const at = this.#clock()
    for (const bound of bounds) {
      // An alarm of its own, or another alarm on the same value, changes no result.
      this.#binder.run(bound, at)
      if (bound.control) controls.add(bound.control)
    }
    this.#settle(controls)
  }

  /** Whether other points than before are known of a device. */
  #knowsMore(device: string): boolean {
    const known = this.#source.device(device)?.points ?? this.#source.isRefused?.(device) ?? false
    const isNew = this.#facts.get(device) !== known
    this.#facts.set(device, known)
    return isNew
  }

  #hear(device: string, keys: readonly string[]): void {
    const bounds = new Set<Bound>()
    const controls = new Set<LiveControl>()
    if (keys.length > 0) {
      for (const key of keys) {
        const cell = this.#cells.find(device, key)
        if (cell && this.#cells.refresh(cell)) for (const user of cell.users) bounds.add(user)
      }
    } else if (!this.#knowsMore(device)) {
      for (const cell of this.#cells.all(device))
        if (this.#cells.refresh(cell)) for (const user of cell.users) bounds.add(user)
    } else {
      // Facts: names, units and words, and which points there are.
      for (const cell of this.#cells.all(device)) {
        this.#cells.refresh(cell)
        for (const user of cell.users) {
          bounds.add(user)
          if (!user.control) continue
          // The value is the same; its words and decimals may not be.
          user.evaluated = null
          controls.add(user.control)
        }
      }
      for (const control of controls) this.#fill(control)
    }
    const alarmed = this.#deviceAlarms.get(device)
    if (alarmed) {
      const level = this.#alarmOf(device)
      for (const control of alarmed) {
        if (control.deviceAlarm !== level) controls.add(control)
        control.deviceAlarm = level
      }
    }
    this.#rerun(bounds, controls)
  }

  #connect(): void {
    const wanted = new Set([...this.#cells.devices, ...this.#deviceAlarms.keys()])
    for (const [device, stop] of this.#stops)
      if (!wanted.has(device)) {
        stop()
        this.#stops.delete(device)
      }
    for (const device of wanted)
      if (!this.#stops.has(device)) {
        this.#stops.set(
          device,
          this.#source.listen(device, (keys) => this.#hear(device, keys)),
        )
        this.#hear(device, [])
      }
    if (this.#binder.overTime.size > 0) this.#timer ??= setInterval(this.#tick, TICK_MS)
    else this.#stopTicking()
  }

  readonly #tick = (): void => {
    const time = this.#now()
    // A replay that stands still has nothing to look at.
    if (time === this.#lastTick) return
    this.#lastTick = time
    this.#rerun([...this.#binder.overTime])
  }

  #stopTicking(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#lastTick = null
  }

  #disconnect(): void {
    this.#stopTicking()
    for (const stop of this.#stops.values()) stop()
    this.#stops.clear()
  }

  readonly controls: Runtime['controls'] = () => [...this.#live.values()].map(({ control }) => control)

  readonly state: Runtime['state'] = (control_id) => this.#live.get(control_id)?.state

  readonly states: Runtime['states'] = () => this.#states

  readonly listen: Runtime['listen'] = (onChange) => {
    // The same function may listen twice.
    const listener = (changed: ReadonlyMap<string, ControlState>) => onChange(changed)
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#connect()
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#disconnect()
    }
  }

  readonly evaluate: Runtime['evaluate'] = (text) => {
    const parsed = parseExpression(text)
    if (!parsed.ok) return { ...parsed, evaluated: null }
    const evaluated = evaluate(parsed.expression, {
      ...this.#clock(),
      read: (point) => this.#source.read(this.#deviceOf(point.sn_code), point.key),
      isMissing: ({ sn_code: named, key }) => isMissing(this.#source, this.#deviceOf(named), key),
      past: ({ sn_code: named, key }, seconds) =>
        this.#source.history?.(this.#deviceOf(named), key, seconds * 1000) ?? null,
    })
    return { ...parsed, evaluated }
  }

  readonly watch: Runtime['watch'] = (text, onResult) => {
    const watch = { bound: this.#bindWatch(text, onResult) }
    this.#watched.add(watch)
    this.#binder.run(watch.bound, this.#clock())
    if (this.#listeners.size > 0) this.#connect()
    return () => {
      this.#watched.delete(watch)
      this.#binder.release(watch.bound)
    }
  }

  readonly setShown: Runtime['setShown'] = (control_id, isShown) => {
    const control = this.#live.get(control_id)
    if (!control || control.shown === isShown) return
    control.shown = isShown
    this.#settle([control])
  }

  readonly setDocument: Runtime['setDocument'] = (next, device = this.#sn_code) => {
    this.#document = next
    if (device !== this.#sn_code) {
      this.#sn_code = device
      for (const control of this.#live.values()) this.#drop(control)
      this.#live = new Map()
      for (const watch of this.#watched) {
        this.#binder.release(watch.bound)
        watch.bound = this.#bindWatch(watch.bound.binding.expression, watch.bound.onResult)
        this.#binder.run(watch.bound, this.#clock())
      }
    }
    this.#build()
  }

  readonly setLang: Runtime['setLang'] = (next) => {
    if (next === this.#binder.lang) return
    this.#binder.lang = next
    for (const control of this.#live.values()) {
      // Results are the same; what they say in words is not.
      for (const bound of control.bounds) bound.evaluated = null
      this.#fill(control)
    }
    this.#rerun([...this.#live.values()].flatMap(({ bounds }) => bounds))
  }

  readonly problems: Runtime['problems'] = () => [...this.#live.values()].flatMap(problemsOf)

  readonly alarmPoints: Runtime['alarmPoints'] = (control_id) => {
    const control = this.#live.get(control_id)
    const named = control?.control.alarm_of ? pointNamed(control.control.alarm_of) : null
    if (named?.key === '*') return [{ sn_code: this.#deviceOf(named.sn_code), key: '*' }]
    return control?.alarmBounds.flatMap(({ cells }) => cells) ?? []
  }

  readonly unresolved: Runtime['unresolved'] = () =>
    unresolvedIn(
      [...this.#live.values()].map(({ control }) => control),
      this.#kinds,
      this.#source,
      this.#sn_code,
    )

  readonly dispose: Runtime['dispose'] = () => {
    this.#listeners.clear()
    this.#watched.clear()
    this.#disconnect()
  }
}

function problemsOf({ control: { control_id }, unfit, bounds }: LiveControl): readonly RuntimeProblem[] {
  return [
    ...unfit.map((property) => ({ control_id, property, problem: 'own' as const })),
    ...bounds.flatMap(({ path: property, unfit: value, evaluation, binding }): RuntimeProblem[] => {
      if (evaluation) return [{ control_id, property, problem: 'evaluation', evaluation, source: binding.expression }]
      return value === undefined ? [] : [{ control_id, property, problem: 'does_not_fit', value }]
    }),
  ]
}
