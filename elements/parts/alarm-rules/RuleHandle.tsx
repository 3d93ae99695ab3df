import type { KeyboardEvent, PointerEvent } from 'react'

interface RuleHandleProps {
  label: string
  /** Up and down for a value, left and right for a time. */
  axis: 'value' | 'time'
  kind: 'limit' | 'band' | 'delay'
  value: number
  valueText: string
  min: number
  max: number
  /** px from the plot layer's corner. */
  left: number
  top: number
  /** Its words stand on its left: there is no room on its right. */
  isFlipped?: boolean
  /** What one arrow moves it by; with Shift ten of them. */
  step: number
  /** The value under a place of the layer, px. */
  valueAt: (x: number, y: number) => number
  onMove: (value: number) => void
  /** While the pointer holds it the scale stays as it is. */
  onHold: (isHeld: boolean) => void
}

/** A handle over the chart: a slider to those who do not see it. */
export function RuleHandle({
  label,
  axis,
  kind,
  left,
  top,
  step,
  isFlipped,
  valueAt,
  onMove,
  onHold,
  ...slider
}: RuleHandleProps) {
  const { value, valueText, min, max } = slider
  const within = (next: number) => Math.min(max, Math.max(min, next))
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = event.currentTarget.parentElement?.getBoundingClientRect()
    if (box) onMove(within(valueAt(event.clientX - box.left, event.clientY - box.top)))
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const [more, less] = axis === 'value' ? (['ArrowUp', 'ArrowDown'] as const) : (['ArrowRight', 'ArrowLeft'] as const)
    const steps = { [more]: 1, [less]: -1, PageUp: 10, PageDown: -10 }[event.key] ?? 0
    // To none of it; a limit has no such end.
    const isHome = event.key === 'Home' && kind !== 'limit'
    if (steps === 0 && !isHome) return
    event.preventDefault()
    onMove(isHome ? min : within(value + steps * step * (event.shiftKey ? 10 : 1)))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      className="rule-handle"
      data-axis={axis}
      data-kind={kind}
      data-flipped={isFlipped || undefined}
      aria-label={label}
      aria-orientation={axis === 'value' ? 'vertical' : 'horizontal'}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuetext={valueText}
      style={{ insetInlineStart: left, insetBlockStart: top }}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        event.currentTarget.focus()
        onHold(true)
      }}
      onPointerMove={drag}
      onLostPointerCapture={() => onHold(false)}
      onKeyDown={press}
    >
      <span className="rule-handle-text" aria-hidden>
        {valueText}
      </span>
    </div>
  )
}
