import { use, useEffectEvent, useState } from 'react'
import type { PointSource } from '../../../core/canvas/point-source.ts'
import type { Runtime } from '../../../core/canvas/runtime.ts'
import type { Command } from '../../../core/contract/control.ts'
import type { Control, PressTrigger } from '../../../core/contract/documents/screen.ts'
import type { ShownScreen } from '../../../core/contract/screen.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { errorText } from '../../../core/rules/expression/error-text.ts'
import { pointNamed } from '../../../core/rules/expression/points.ts'
import { translate } from '../../../core/text/define-text.ts'
import { useElement } from '../../define/index.ts'
import { useSessionOver } from '../../parts/use-session-over.ts'
import { hasEnded, type Writes, writeOf } from '../../parts/write/writes.ts'
import { kindOf } from '../controls/kinds.ts'
import { boundPoints, type SaidIn, useAcknowledging } from './acknowledge.ts'
import { blockedBy, notAcknowledgedNow, type Said } from './blocked.ts'
import { shownPoints } from './details/points-of.ts'
import { type Limits, limitsOf } from './limits.ts'
import {
  type ChangeEvent,
  type NamedPoint,
  type PageHandlers,
  type PressHandlers,
  type Refused,
  runChange,
  runPress,
} from './run-actions.ts'
import { text } from './text.ts'
import { type Note, UnderWayContext, useUnderWay } from './under-way.ts'

/** A line outlives a change of language. */
const inBoth = (say: SaidIn) => ({ zh: say(translate(text, 'zh'), 'zh'), en: say(translate(text, 'en'), 'en') })
/** A write that a person has to confirm, or that is on its way. */
export interface WriteRequest extends NamedPoint {
  readonly writes: Writes
  /** Undefined where the person chooses it. */
  readonly settled: Value | undefined
  /** What its control allows, where that is less than the point does. */
  readonly limits: Limits | null
}

export interface ScreenHandlers {
  /** Whether anything is written: not in a replay, nor with simulated values. */
  readonly source: PointSource
  readonly sn_code: string
  /** Null for who holds all. */
  readonly items: ReadonlySet<number> | null
  /** What a press asks before it does, whatever the document says. */
  readonly asks: ShownScreen['asks']
  readonly onSwitch: (screen_id: number, sn_code: string | undefined) => void
  readonly onPopUp: (screen_id: number, sn_code: string | undefined) => void
  readonly onBack: () => void
  readonly onWriteDone: (command: Command) => void
  /** Shown to who was handed this one screen: it leads nowhere, and nothing is acknowledged. */
  readonly isShared?: boolean
}

/** A screen as it was pressed: what is held down is let go of on the same one, also when another is shown by then. */
export interface PressedScreen {
  readonly runtime: Runtime
  readonly source: PointSource
  readonly sn_code: string
}

/** The point that a document names, of the device of the screen where it names none. */
function pointOf(named: string, sn_code: string): NamedPoint | null {
  const point = pointNamed(named)
  if (!point) return null
  const at = { sn_code: point.sn_code || sn_code, key: point.key }
  return at.sn_code ? at : null
}

function refusalOf(why: Refused): SaidIn {
  if (why.kind === 'noSuchPoint') return (t) => t.noSuchPoint({ point: why.point })
  if (why.kind === 'badValue') return (t) => t.badValue({ reason: why.reason })
  const { kind } = why
  return (t) => t[kind]
}

type OwnPress = ReturnType<NonNullable<NonNullable<ReturnType<typeof kindOf>>['press']>>

/** Points that pressing a control writes. */
const pointsWritten = ({ events }: Control, press: OwnPress): string[] => [
  ...events.flatMap(({ on, actions }) =>
    on === 'change' ? [] : actions.flatMap((action) => (action.does === 'write' ? [action.point] : [])),
  ),
  ...(press?.does === 'write' ? [press.point] : []),
]

/** What controls do when they are used, and the write that has to be confirmed. */
export function useActions(runtime: Runtime | null, screen: ScreenHandlers) {
  const { lang } = useElement()
  const isOver = useSessionOver()
  const [requests, setRequests] = useState<readonly WriteRequest[]>([])
  const own = useUnderWay(screen.onWriteDone)
  const underWay = use(UnderWayContext) ?? own
  const { source } = screen

  const say = (note: Note, said: SaidIn) => underWay.say(note, inBoth(said))
  const over: Said = (t) => t.sessionOver
  const refuse = (why: Refused) => say('warning', refusalOf(why))
  const request = requests[0] ?? null
  /** One after another: a press may write to several points. The newest value of a point is the one that is asked about. */
  const ask = (point: NamedPoint, settled: Value | undefined, limits: Limits | null) => {
    const made = { ...point, writes: underWay.writesOf(point.sn_code), settled, limits }
    const isSame = ({ sn_code, key }: NamedPoint) => sn_code === point.sn_code && key === point.key
    setRequests((before) => (before.some(isSame) ? before.map((one) => (isSame(one) ? made : one)) : [...before, made]))
  }
  const write = (
    { source, sn_code }: PressedScreen,
    at: NamedPoint,
    value: Value | undefined,
    confirm: boolean,
    limits: Limits | null = null,
  ) => {
    const blocked = isOver ? over : blockedBy(source, at, lang)
    if (blocked) return say('warning', blocked)
    const facts = source.device(at.sn_code)
    const point = facts?.points.get(at.key)
    if (!facts || !point) return refuse({ kind: 'noSuchPoint', point: `${at.sn_code}.${at.key}` })
    // Whoever presses a control of this device means this device.
    if (value === undefined || confirm || at.sn_code !== sn_code) {
      underWay.writesOf(at.sn_code).dismiss(at.key)
      return ask(at, value, limits)
    }
    underWay.send(at, value)
    underWay.follow(at, point)
  }

  const acknowledging = useAcknowledging(say)
  /** Another screen comes up under a pointer, which may be on its second click. */
  const leading =
    <A extends unknown[]>(go: (...to: A) => void) =>
    (...to: A) => {
      underWay.led.time = source.now()
      go(...to)
    }
  const onPage: PageHandlers = {
    switchScreen: screen.isShared ? () => say('info', (t) => t.notShared) : leading(screen.onSwitch),
    popUp: screen.isShared ? () => say('info', (t) => t.notShared) : leading(screen.onPopUp),
    back: leading(screen.onBack),
    openLink: (url) => void window.open(url, '_blank', 'noopener,noreferrer'),
    setShown: (control_id, isShown) => runtime?.setShown(control_id, isShown),
    holds: (item_id) => screen.items === null || screen.items.has(item_id),
    refuse,
  }
  const onPress = (pressed: PressedScreen, isPlain: () => boolean): PressHandlers => ({
    ...onPage,
    pointOf: (named) => pointOf(named, pressed.sn_code),
    valueOf(expression) {
      const result = pressed.runtime.evaluate(expression)
      return result.ok ? { value: result.evaluated?.value ?? null } : { problem: errorText(result.error, lang) }
    },
    write: (point, value, confirm) => write(pressed, point, value, confirm || screen.asks.write || !isPlain()),
    acknowledge(point, control) {
      const blocked = isOver ? over : notAcknowledgedNow(pressed.source)
      if (screen.isShared) say('info', (t) => t.notShared)
      else if (blocked) say('warning', blocked)
      else {
        const points = point ? [point] : boundPoints(control, pressed.sn_code)
        const isOther = points.some(({ sn_code }) => sn_code !== pressed.sn_code)
        void acknowledging.acknowledge(points, isOther || screen.asks.acknowledge || !isPlain())
      }
    },
  })

  const pressOf = (control: Control) => {
    const props = runtime?.state(control.control_id)?.props
    return props ? (kindOf(control.kind)?.press?.(props) ?? null) : null
  }
  /** `isPlain`: the person can be expected to see what is pressed; a press that is not asks before it changes anything. */
  const press = useEffectEvent((control: Control, on: PressTrigger, pressed: PressedScreen, isPlain: () => boolean) => {
    const own = on === 'click' ? pressOf(control) : null
    if (own && control.item_id !== undefined && !onPage.holds(control.item_id)) return refuse({ kind: 'needsItem' })
    if (own?.does === 'write') {
      const point = pointOf(own.point, pressed.sn_code)
      const limits = limitsOf(pressed.runtime.state(control.control_id)?.props)
      if (point) write(pressed, point, own.value, own.confirm || screen.asks.write || !isPlain(), limits)
      else refuse({ kind: 'noSuchPoint', point: own.point })
    } else if (own)
      (own.does === 'pop_up' ? onPage.popUp : onPage.switchScreen)(own.screen_id, own.sn_code || undefined)
    runPress(control, on, onPress(pressed, isPlain))
  })
  const change = useEffectEvent((control: Control, event: ChangeEvent) => {
    runChange(control, event, onPage)
  })
  /** Whether a person can do anything with it. */
  const isActive = (control: Control): boolean =>
    control.events.some(({ on }) => on !== 'change') || pressOf(control) !== null
  /** Why a person cannot use it; null where they can, or where that is not known yet. */
  const blocked = (control: Control): string | null => {
    const t = translate(text, lang)
    if (control.item_id !== undefined && !onPage.holds(control.item_id)) return t.needsItem
    const press = pressOf(control)
    if (screen.isShared && press && press.does !== 'write') return t.notShared
    for (const one of pointsWritten(control, press)) {
      const point = pointOf(one, screen.sn_code)
      const why = point && blockedBy(source, point, lang)
      if (why) return why(t)
    }
    return null
  }
  /** Its points, where people may ask for them: those of what is drawn, now or in the past. */
  const pointsOf = (control: Control): NamedPoint[] => {
    const kind = kindOf(control.kind)
    const isOpen = !screen.isShared && (source.kind === 'live' || source.kind === 'replay')
    return isOpen && kind && !kind.view && kind.role !== 'none' ? shownPoints(control, screen.sn_code) : []
  }
  const closeWrite = () => {
    const point = request && source.device(request.sn_code)?.points.get(request.key)
    const written = request && writeOf(request.writes.$writes.get(), request.key)
    // It goes on: its end is shown at the edge of the screen.
    if (request && point && written && !hasEnded(written) && written.status !== 'selected')
      underWay.follow(request, point)
    setRequests((before) => before.slice(1))
  }
  return {
    press,
    change,
    isActive: useEffectEvent(isActive),
    blocked: useEffectEvent(blocked),
    pointsOf: useEffectEvent(pointsOf),
    request,
    closeWrite,
    acknowledging,
    underWay,
    ask,
    /** The person chooses the value, as the control allows it where it writes this point itself. */
    askFor: (control: Control, at: NamedPoint, pressed: PressedScreen) => {
      const press = pressOf(control)
      const isOwn = press?.does === 'write' && pointOf(press.point, pressed.sn_code)?.key === at.key
      write(pressed, at, undefined, true, isOwn ? limitsOf(pressed.runtime.state(control.control_id)?.props) : null)
    },
  }
}
