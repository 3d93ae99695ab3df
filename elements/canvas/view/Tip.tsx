import { useLayoutEffect, useRef } from 'react'
import type { ControlState } from '../../../core/canvas/control-state.ts'
import type { PointAlarm } from '../../../core/canvas/point-source.ts'
import type { Control } from '../../../core/contract/documents/screen.ts'
import { words } from '../../../core/text/words.ts'
import { useElement, useFormat, useText } from '../../define/index.ts'
import { levelWord } from '../../parts/alarm-level.ts'
import { alarmName } from '../../parts/alarm-name.ts'
import type { SceneView } from '../scene/index.ts'
import { text } from './text.ts'

export interface Tipped {
  control: Control
  /** Where the pointer rests, px of the screen's place; null for one that the keyboard has come to. */
  spot: { x: number; y: number } | null
  /** Why it cannot be used. */
  blocked: string | null
}

interface TipProps extends Tipped {
  state: ControlState | undefined
  /** Those that its mark stands for, the worst first. */
  alarms: readonly PointAlarm[]
  view: SceneView
}

/** Of the pointer, px. */
const BELOW = 18
const EDGE = 8
/** Alarms that are listed one by one. */
const MOST_TOLD = 3

/** What a control is, why it looks as it does, and why it does nothing. What is said here is in its spoken name too. */
export function Tip({ control, spot, blocked, state, alarms, view }: TipProps) {
  const t = useText(text)
  const word = useText(words)
  const { lang } = useElement()
  const format = useFormat()
  const tip = useRef<HTMLDivElement>(null)
  const isDoubtful = state?.quality && state.quality !== 'good'
  const alarmLines = (alarm_level: number) => [
    ...alarms.slice(0, MOST_TOLD).map((alarm) =>
      t.alarmSince({
        level: word[levelWord(alarm.alarm_level)],
        name: alarmName(alarm, lang),
        time: format.dateTime(alarm.alarm_time),
      }),
    ),
    alarms.length > MOST_TOLD ? t.moreAlarms({ count: alarms.length - MOST_TOLD }) : '',
    alarms.length === 0 ? t.alarm({ level: alarm_level }) : '',
  ]
  const lines = [
    control.tooltip,
    isDoubtful && state.quality ? t[`quality_${state.quality}`] : '',
    isDoubtful && state.data_time !== null ? t.measuredAt({ time: format.dateTime(state.data_time) }) : '',
    ...(state && state.alarm_level > 0 ? alarmLines(state.alarm_level) : []),
    blocked ?? '',
  ].filter(Boolean)
  useLayoutEffect(() => {
    const { current } = tip
    const place = current?.parentElement
    if (!current || !place || !state) return
    const top = (state.y - view.y) * view.zoom
    const at = spot ?? { x: (state.x - view.x) * view.zoom, y: top + state.height * view.zoom - BELOW + EDGE }
    const { offsetWidth, offsetHeight } = current
    const below = at.y + BELOW
    const above = (spot ? at.y : top) - offsetHeight - EDGE
    const left = Math.max(EDGE, Math.min(at.x, place.clientWidth - offsetWidth - EDGE))
    current.style.left = `${left}px`
    current.style.top = `${Math.max(EDGE, below + offsetHeight > place.clientHeight ? above : below)}px`
  })
  if (!state || lines.length === 0) return null
  return (
    <div className="screen-tip" ref={tip} aria-hidden>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  )
}
