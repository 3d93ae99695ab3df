import { DAY_S } from '../../../core/catalogue/durations.ts'
import type { SentRule } from '../../../core/contract/alarm-rules.ts'
import type { Point } from '../../../core/contract/device.ts'
import type { Occurrence } from '../../../core/rules/alarm-timeline.ts'
import { asksFor } from '../../../core/rules/rule-check.ts'
import { useFormat, useText } from '../../define/index.ts'
import type { PlotPlace } from '../../kit/chart/Chart.tsx'
import { limitsOf } from '../curves/limits.ts'
import { RuleHandle } from './RuleHandle.tsx'
import { type Draft, inSteps, stepOf } from './rule-draft.ts'
import { limitText } from './rule-words.ts'
import { text } from './text.ts'

interface RuleOverProps {
  plot: PlotPlace
  rule: SentRule
  point: Point
  stood: readonly Occurrence[]
  /** What the delays are measured from. */
  crossing: Occurrence | null
  /** Whether the limits can be dragged: numbers can, words are chosen. */
  isNumeric: boolean
  isReadOnly: boolean
  onChange: (part: Partial<Draft>) => void
  onHold: (isHeld: boolean) => void
}

/** The strip of the delays at the plot's foot, px. */
const STRIP = 14

/** Over the curve: when the alarm would have stood, the limits, the dead band and the delays, with their handles. */
export function RuleOver(props: RuleOverProps) {
  const { plot, rule, point, stood, crossing, isNumeric, isReadOnly, onChange, onHold } = props
  const t = useText(text)
  const format = useFormat()
  const { left, top, width, height, from, to, low, high } = plot
  const yOf = (value: number) => top + ((high - value) / (high - low)) * height
  const xOf = (time: number) => left + ((time - from) / (to - from)) * width
  const valueAt = (_: number, y: number) => high - ((y - top) / height) * (high - low)
  const timeAt = (x: number) => from + ((x - left) / width) * (to - from)
  const clampX = (time: number) => Math.min(left + width, Math.max(left, xOf(time)))
  const clampY = (value: number) => Math.min(top + height, Math.max(top, yOf(value)))
  const step = stepOf(point, high - low)
  const { limits, bands } = isNumeric ? limitsOf(rule) : { limits: [], bands: [] }
  const name = { threshold: limits.length > 1 ? t.lower : t.threshold, threshold_high: t.upper }
  const foot = top + height - STRIP
  const recovered = crossing?.recover_time ?? null
  const hasOn = asksFor(rule.condition, 'on_delay_s', point.data_type)
  const delays = crossing
    ? ([
        ...(hasOn ? [{ field: 'on_delay_s' as const, since: crossing.alarm_time }] : []),
        ...(recovered === null ? [] : [{ field: 'off_delay_s' as const, since: recovered }]),
      ] as const)
    : []
  const isSeen = (time: number) => time >= from && time <= to

  return (
    <>
      <svg className="rule-drawing" aria-hidden="true">
        {stood.map(({ alarm_time, recover_time }) => {
          const x = clampX(alarm_time)
          const wide = clampX(recover_time ?? to) - x
          return (
            <rect key={alarm_time} className="rule-stood" x={x} y={top} width={Math.max(1, wide)} height={height} />
          )
        })}
        {bands.map((band) => {
          const y = clampY(band.to)
          return (
            <rect
              key={`${band.limit} ${band.sign}`}
              className="rule-band"
              x={left}
              y={y}
              width={width}
              height={clampY(band.from) - y}
            />
          )
        })}
        {bands.map(({ edge, limit, sign }) => (
          <line
            key={`${limit} ${sign}`}
            className="rule-edge"
            x1={left}
            x2={left + width}
            y1={clampY(edge)}
            y2={clampY(edge)}
          />
        ))}
        {limits.map(({ field, value }) => (
          <line key={field} className="rule-limit" x1={left} x2={left + width} y1={clampY(value)} y2={clampY(value)} />
        ))}
        {delays.map(({ field, since }) => {
          const x = clampX(since)
          const wide = clampX(since + rule[field] * 1000) - x
          return (
            <g key={field}>
              {isSeen(since) && <line className="rule-since" x1={x} x2={x} y1={top} y2={top + height} />}
              <rect className="rule-delay" x={x} y={foot} width={Math.max(0, wide)} height={STRIP} />
            </g>
          )
        })}
      </svg>
      {!isReadOnly &&
        bands
          .slice(-1)
          .map(({ edge, limit, sign }) => (
            <RuleHandle
              key="band"
              kind="band"
              axis="value"
              label={t.dead_band}
              value={rule.dead_band}
              valueText={`${t.dead_band} ${limitText(rule.dead_band, point, format)}`}
              min={0}
              max={high - low}
              left={left + width * 0.25}
              top={clampY(edge)}
              step={step}
              valueAt={(x, y) => Math.max(0, sign * (valueAt(x, y) - limit))}
              onMove={(value) => onChange({ dead_band: inSteps(value, step) })}
              onHold={onHold}
            />
          ))}
      {!isReadOnly &&
        limits.map(({ field, value }) => (
          <RuleHandle
            key={field}
            kind="limit"
            axis="value"
            isFlipped
            label={name[field]}
            value={value}
            valueText={`${name[field]} ${limitText(value, point, format)}`}
            min={-1e12}
            max={1e12}
            left={left + width * 0.75}
            top={clampY(value)}
            step={step}
            valueAt={(x, y) => Math.min(high, Math.max(low, valueAt(x, y)))}
            onMove={(next) => onChange({ [field]: inSteps(next, step) })}
            onHold={onHold}
          />
        ))}
      {!isReadOnly &&
        delays
          .filter(({ since }) => isSeen(since))
          .map(({ field, since }) => (
            <RuleHandle
              key={field}
              kind="delay"
              axis="time"
              label={t[field]}
              value={rule[field]}
              valueText={`${t[field]} ${format.duration(rule[field] * 1000)}`}
              min={0}
              max={DAY_S}
              left={clampX(since + rule[field] * 1000)}
              top={field === 'on_delay_s' ? foot : foot - STRIP - 6}
              isFlipped={xOf(since) > left + width * 0.6}
              step={1}
              valueAt={(x) => (timeAt(x) - since) / 1000}
              onMove={(seconds) => onChange({ [field]: Math.round(seconds) })}
              onHold={onHold}
            />
          ))}
    </>
  )
}
