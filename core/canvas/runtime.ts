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

export function createRuntime(options: RuntimeOptions): Runtime {
  const { kinds, source, timezone } = options
  const now = options.now ?? (() => source.now())
  const cells = new Cells<Bound>(source)
  const states = new Map<string, ControlState>()
  const listeners = new Set<(changed: ReadonlyMap<string, ControlState>) => void>()
  const watched = new Set<{ bound: Bound }>()
  const stops = new Map<string, () => void>()
  let { document, sn_code } = options
  let live = new Map<string, LiveControl>()
  let shown: ReadonlyMap<string, Control> = new Map()
  /** Controls by the device whose every alarm is theirs. */
  let deviceAlarms = new Map<string, LiveControl[]>()
  /** By device: its points, or whether it is refused, as they were last taken. */
  const facts = new Map<string, unknown>()
  let timer: ReturnType<typeof setInterval> | undefined
  let lastTick: number | null = null

  const clock = () => ({ now: now(), timezone })
  const binder = new Binder(source, cells, options.lang ?? 'zh')
  const deviceOf = (named: string) => named || sn_code

  function make(control: LiveControl): void {
    const { kind, control: own } = control
    control.bounds = Object.entries(own.bindings).map(([path, binding]) =>
      binder.bind({ control, path, binding, fit: fitFor(kind, path), onResult: null }, sn_code),
    )
    const named = own.alarm_of ? pointNamed(own.alarm_of) : null
    if (named && named.key !== '*') control.alarm = binder.follow({ control }, deviceOf(named.sn_code), named.key)
    const at = clock()
    for (const bound of control.bounds) binder.run(bound, at)
    fill(control)
  }

  const bindWatch = (expression: string, onResult: Bound['onResult']) =>
    binder.bind({ control: null, path: '', binding: { expression }, fit: null, onResult }, sn_code)

  const fill = (control: LiveControl) => control.fill(control.main && binder.pointOf(control.main), binder.lang)

  function build(): void {
    const before = live
    const hidden = new Set(document.layers.filter((layer) => layer.hidden).map(({ layer_id }) => layer_id))
    live = new Map()
    deviceAlarms = new Map()
    const controls = expandDocument(document)
    shown = new Map(controls.map((control) => [control.control_id, control]))
    for (const control of controls) {
      const known = before.get(control.control_id)
      const isHidden = hidden.has(control.layer_id)
      const isKept = known?.control === control && known.isLayerHidden === isHidden
      const kind = isPlaceholder(control, kinds) ? undefined : kinds.get(control.kind)
      const inSymbol = () => symbolPlaceOf(document, shown, control.control_id)
      const made = isKept ? known : new LiveControl(control, kind, isHidden, inSymbol)
      if (isKept) before.delete(control.control_id)
      else {
        made.shown = known?.shown ?? null
        make(made)
      }
      live.set(control.control_id, made)
      const named = control.alarm_of ? pointNamed(control.alarm_of) : null
      if (named?.key === '*') {
        const device = deviceOf(named.sn_code)
        deviceAlarms.set(device, [...(deviceAlarms.get(device) ?? []), made])
        made.deviceAlarm = alarmOf(device)
      }
    }
    for (const left of before.values()) drop(left)
    for (const device of cells.devices) if (!facts.has(device)) knowsMore(device)
    arrange()
    states.clear()
    for (const [control_id, control] of live) {
      control.settle()
      states.set(control_id, control.state)
    }
    for (const control of live.values()) if (!control.parent) settleBelow(control, null)
    if (listeners.size > 0) connect()
  }

  function drop(control: LiveControl): void {
    for (const bound of control.bounds) binder.release(bound)
    if (control.alarm) binder.release(control.alarm)
  }

  /** Members under their groups; one of a circle stands alone. */
  function arrange(): void {
    for (const control of live.values()) {
      control.members = []
      control.parent = null
    }
    for (const control of live.values()) {
      const parent = control.control.parent === null ? undefined : live.get(control.control.parent)
      let above: LiveControl | null | undefined = parent
      while (above && above !== control) above = above.parent
      if (!parent || above === control) continue
      control.parent = parent
      parent.members.push(control)
    }
  }

  function settleBelow(control: LiveControl, changed: Map<string, ControlState> | null): void {
    for (const member of control.members) {
      if (member.settle()) note(member, changed)
      settleBelow(member, changed)
    }
  }

  function note(control: LiveControl, changed: Map<string, ControlState> | null): void {
    states.set(control.control.control_id, control.state)
    changed?.set(control.control.control_id, control.state)
  }

  function alarmOf(device: string): number {
    if (source.deviceAlarm) return source.deviceAlarm(device)
    let level = 0
    for (const key of source.device(device)?.points.keys() ?? [])
      level = Math.max(level, source.read(device, key)?.alarm_level ?? 0)
    return level
  }

  /** Settles controls and tells of those that are drawn differently. */
  function settle(controls: Iterable<LiveControl>): void {
    const changed = new Map<string, ControlState>()
    for (const control of controls) {
      const wasVisible = control.state.visible
      if (control.settle()) note(control, changed)
      if (control.state.visible !== wasVisible) settleBelow(control, changed)
    }
    if (changed.size > 0) for (const listener of [...listeners]) listener(changed)
  }

  /** Runs what depends on points. */
  function rerun(bounds: Iterable<Bound>, more: Iterable<LiveControl> = []): void {
    const controls = new Set<LiveControl>(more)
    const at = clock()
    for (const bound of bounds) {
      // An alarm of its own, or another alarm on the same value, changes no result.
      binder.run(bound, at)
      if (bound.control) controls.add(bound.control)
    }
    settle(controls)
  }

  /** Whether other points than before are known of a device. */
  function knowsMore(device: string): boolean {
    const known = source.device(device)?.points ?? source.isRefused?.(device) ?? false
    const isNew = facts.get(device) !== known
    facts.set(device, known)
    return isNew
  }

  function hear(device: string, keys: readonly string[]): void {
    const bounds = new Set<Bound>()
    const controls = new Set<LiveControl>()
    if (keys.length > 0) {
      for (const key of keys) {
        const cell = cells.find(device, key)
        if (cell && cells.refresh(cell)) for (const user of cell.users) bounds.add(user)
      }
    } else if (!knowsMore(device)) {
      for (const cell of cells.all(device)) if (cells.refresh(cell)) for (const user of cell.users) bounds.add(user)
    } else {
      // Facts: names, units and words, and which points there are.
      for (const cell of cells.all(device)) {
        cells.refresh(cell)
        for (const user of cell.users) {
          bounds.add(user)
          if (!user.control) continue
          // The value is the same; its words and decimals may not be.
          user.evaluated = null
          controls.add(user.control)
        }
      }
      for (const control of controls) fill(control)
    }
    const alarmed = deviceAlarms.get(device)
    if (alarmed) {
      const level = alarmOf(device)
      for (const control of alarmed) {
        if (control.deviceAlarm !== level) controls.add(control)
        control.deviceAlarm = level
      }
    }
    rerun(bounds, controls)
  }

  function connect(): void {
    const wanted = new Set([...cells.devices, ...deviceAlarms.keys()])
    for (const [device, stop] of stops)
      if (!wanted.has(device)) {
        stop()
        stops.delete(device)
      }
    for (const device of wanted)
      if (!stops.has(device)) {
        stops.set(
          device,
          source.listen(device, (keys) => hear(device, keys)),
        )
        hear(device, [])
      }
    if (binder.overTime.size > 0) timer ??= setInterval(tick, TICK_MS)
    else stopTicking()
  }

  function tick(): void {
    const time = now()
    // A replay that stands still has nothing to look at.
    if (time === lastTick) return
    lastTick = time
    rerun([...binder.overTime])
  }

  function stopTicking(): void {
    clearInterval(timer)
    timer = undefined
    lastTick = null
  }

  function disconnect(): void {
    stopTicking()
    for (const stop of stops.values()) stop()
    stops.clear()
  }

  build()

  return {
    controls: () => [...live.values()].map(({ control }) => control),
    state: (control_id) => live.get(control_id)?.state,
    states: () => states,
    listen(onChange) {
      // The same function may listen twice.
      const listener = (changed: ReadonlyMap<string, ControlState>) => onChange(changed)
      listeners.add(listener)
      if (listeners.size === 1) connect()
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) disconnect()
      }
    },
    evaluate(text) {
      const parsed = parseExpression(text)
      if (!parsed.ok) return { ...parsed, evaluated: null }
      const evaluated = evaluate(parsed.expression, {
        ...clock(),
        read: (point) => source.read(deviceOf(point.sn_code), point.key),
        isMissing: ({ sn_code: named, key }) => isMissing(source, deviceOf(named), key),
        past: ({ sn_code: named, key }, seconds) => source.history?.(deviceOf(named), key, seconds * 1000) ?? null,
      })
      return { ...parsed, evaluated }
    },
    watch(text, onResult) {
      const watch = { bound: bindWatch(text, onResult) }
      watched.add(watch)
      binder.run(watch.bound, clock())
      if (listeners.size > 0) connect()
      return () => {
        watched.delete(watch)
        binder.release(watch.bound)
      }
    },
    setShown(control_id, isShown) {
      const control = live.get(control_id)
      if (!control || control.shown === isShown) return
      control.shown = isShown
      settle([control])
    },
    setDocument(next, device = sn_code) {
      document = next
      if (device !== sn_code) {
        sn_code = device
        for (const control of live.values()) drop(control)
        live = new Map()
        for (const watch of watched) {
          binder.release(watch.bound)
          watch.bound = bindWatch(watch.bound.binding.expression, watch.bound.onResult)
          binder.run(watch.bound, clock())
        }
      }
      build()
    },
    setLang(next) {
      if (next === binder.lang) return
      binder.lang = next
      for (const control of live.values()) {
        // Results are the same; what they say in words is not.
        for (const bound of control.bounds) bound.evaluated = null
        fill(control)
      }
      rerun([...live.values()].flatMap(({ bounds }) => bounds))
    },
    problems: () => [...live.values()].flatMap(problemsOf),
    alarmPoints(control_id) {
      const control = live.get(control_id)
      const named = control?.control.alarm_of ? pointNamed(control.control.alarm_of) : null
      if (named?.key === '*') return [{ sn_code: deviceOf(named.sn_code), key: '*' }]
      return control?.alarmBounds.flatMap(({ cells }) => cells) ?? []
    },
    unresolved: () =>
      unresolvedIn(
        [...live.values()].map(({ control }) => control),
        kinds,
        source,
        sn_code,
      ),
    dispose() {
      listeners.clear()
      watched.clear()
      disconnect()
    },
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
