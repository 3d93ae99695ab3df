import { useMemo } from 'react'
import { useText } from '../../define/index.ts'
import type { Fix, TrackGap } from './along.ts'
import { text } from './text.ts'

interface SpeedChartProps {
  fixes: readonly Fix[]
  gaps: readonly TrackGap[]
  /** Where the playback is. */
  time: number
  onSeek: (time: number) => void
}

const WIDE = 1000
const HIGH = 100

/** The speed over the time of a track, under it; a press goes there. For keys there is the slider above. */
export function SpeedChart({ fixes, gaps, time, onSeek }: SpeedChartProps) {
  const t = useText(text)
  const [from, to] = [(fixes[0] as Fix)[0], (fixes.at(-1) as Fix)[0]]
  const span = Math.max(1, to - from)
  const { line, most } = useMemo(() => speedLine(fixes, gaps), [fixes, gaps])
  if (most === null) return <p className="track-note">{t.noSpeed}</p>
  const x = ((time - from) / span) * WIDE
  return (
    <div className="track-speed">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys have the slider, which does the same */}
      <svg
        viewBox={`0 0 ${WIDE} ${HIGH}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t.speedOver}
        onClick={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect()
          onSeek(Math.round(from + (span * (event.clientX - left)) / width))
        }}
      >
        <path className="track-speed-line" d={line} />
        <path className="track-speed-now" d={`M${x} 0V${HIGH}`} />
      </svg>
      <span className="track-speed-most">{t.kmh({ value: Math.round(most) })}</span>
    </div>
  )
}

/** The speeds as a path whose top is the highest of them; broken where nothing is known. */
function speedLine(fixes: readonly Fix[], gaps: readonly TrackGap[]): { line: string; most: number | null } {
  const isGap = new Set(gaps.map(({ end_time }) => end_time))
  const speeds = fixes.flatMap(([, , , speed]) => (speed === null ? [] : [speed]))
  if (speeds.length === 0) return { line: '', most: null }
  const most = speeds.reduce((highest, speed) => Math.max(highest, speed), 1)
  const [from, to] = [(fixes[0] as Fix)[0], (fixes.at(-1) as Fix)[0]]
  let isDrawing = false
  let line = ''
  for (const [time, , , speed] of fixes) {
    if (isGap.has(time)) isDrawing = false
    if (speed === null) {
      isDrawing = false
      continue
    }
    const x = ((time - from) / Math.max(1, to - from)) * WIDE
    line += `${isDrawing ? 'L' : 'M'}${x.toFixed(1)} ${(HIGH - (speed / most) * (HIGH - 22)).toFixed(1)}`
    isDrawing = true
  }
  return { line, most }
}
