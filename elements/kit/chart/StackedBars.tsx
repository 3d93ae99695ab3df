import { type ReactNode, useState } from 'react'
import { useSheet } from '../../context/element-context.ts'
import { moveByKey } from './bar-keys.ts'
import sheet from './bars.css?sheet'
import { type BarColour, labelledPlaces, roundAbove } from './bars.ts'

export interface StackedBar {
  id: string
  /** In the order of `colours`, from the ground up. */
  parts: readonly number[]
  /** Below the axis, where there is room for it. */
  tick: string
  /** What the bar holds, for those who do not see it. */
  spoken: string
}

interface StackedBarsProps {
  /** What the bars are, and what the keys do. */
  label: string
  bars: readonly StackedBar[]
  colours: readonly BarColour[]
  /** Stretches behind the bars, in shares of the width. */
  shades?: readonly { from: number; to: number }[]
  /** A value that the bars are measured by; drawn where it is not far above them. */
  line?: number
  /** What a press on a bar does. */
  hint: string
  onPress: (index: number) => void
  /** Above the bars; of the bar at hand, null for none. */
  head: (index: number | null) => ReactNode
}

/** Bars over time, each a stack; arrow keys go from bar to bar, Enter opens one. */
export function StackedBars({ label, bars, colours, shades = [], line, hint, onPress, head }: StackedBarsProps) {
  useSheet(sheet)
  const [at, setAt] = useState<number | null>(null)
  const [stop, setStop] = useState(0)
  const tabStop = Math.min(stop, bars.length - 1)
  const heights = bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0))
  const highest = Math.max(1, ...heights)
  const most = roundAbove(line !== undefined && line <= highest * 2 ? Math.max(line, highest) : highest)
  const inPercent = (share: number) => `${share * 100}%`
  return (
    <div className="bars">
      <div className="bars-head">{head(at !== null && at < bars.length ? at : null)}</div>
      <div className="bars-plot">
        <span className="bars-most" aria-hidden>
          {most}
        </span>
        <div
          className="bars-row"
          role="toolbar"
          aria-label={label}
          onPointerLeave={() => setAt(null)}
          onBlur={() => setAt(null)}
          onKeyDown={(event) => moveByKey(event, { bars: '.bars-bar', at: tabStop, count: bars.length }, setStop)}
        >
          {shades.map(({ from, to }) => (
            <span
              key={from}
              className="bars-shade"
              style={{ insetInlineStart: inPercent(from), inlineSize: inPercent(to - from) }}
            />
          ))}
          {bars.map(({ id, parts, spoken }, index) => (
            <button
              key={id}
              type="button"
              className="bars-bar"
              tabIndex={index === tabStop ? 0 : -1}
              title={hint}
              aria-label={spoken}
              onPointerEnter={() => setAt(index)}
              onFocus={() => {
                setAt(index)
                setStop(index)
              }}
              onClick={() => onPress(index)}
            >
              {parts
                .map((part, place) => ({ part, colour: colours[place] }))
                .reverse()
                .map(
                  ({ part, colour }) =>
                    part > 0 && (
                      <span
                        key={colour}
                        className={`bars-part bars-${colour}`}
                        style={{ blockSize: inPercent(part / most) }}
                      />
                    ),
                )}
            </button>
          ))}
          {line !== undefined && line <= most && (
            <span className="bars-line" style={{ insetBlockEnd: inPercent(line / most) }} />
          )}
        </div>
        <div className="bars-axis" aria-hidden>
          {labelledPlaces(bars.length).map((index) => {
            const tick = bars[index]?.tick ?? ''
            return (
              // Whole also where it would begin too late.
              <span
                key={index}
                style={{ insetInlineStart: `min(${inPercent(index / bars.length)}, 100% - ${tick.length}ch)` }}
              >
                {tick}
              </span>
            )
          })}
        </div>
      </div>
    </div>
  )
}
