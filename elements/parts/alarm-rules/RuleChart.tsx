import { useMemo, useState } from 'react'
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '../../../core/catalogue/durations.ts'
import type { RuleOwner, SentRule } from '../../../core/contract/alarm-rules.ts'
import type { Point } from '../../../core/contract/device.ts'
import { MAX_CURVE_WIDTH } from '../../../core/contract/history.ts'
import type { Occurrence } from '../../../core/rules/alarm-timeline.ts'
import { useConnection, useElement, useFormat, useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Chart } from '../../kit/chart/Chart.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { Select } from '../../kit/Select.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { curveSeries } from '../curves/curve-series.ts'
import { limitsOf } from '../curves/limits.ts'
import { type Curves, useCurves } from '../curves/use-curves.ts'
import { Failure } from '../Failure.tsx'
import { pointName } from '../point-text.ts'
import { RuleOver } from './RuleOver.tsx'
import { type Draft, wordsOf } from './rule-draft.ts'
import { crossingsIn, type Scale, samplesOf, scaleFor, stoodIn } from './rule-plot.ts'
import { text } from './text.ts'
import type { RuleDevice } from './use-rule-devices.ts'

const SPANS = { hour: HOUR_MS, day: DAY_MS, week: WEEK_MS } as const
type Span = keyof typeof SPANS
/** Around a crossing at least so much is shown. */
const CLOSE_MS = 20 * MINUTE_MS
/** Beyond six hours history comes in minutes: a delay of seconds would not be seen. */
const FAR_MS = 5.5 * HOUR_MS

interface RuleChartProps {
  owner: RuleOwner
  /** As far as it is written. */
  rule: SentRule
  point: Point | undefined
  devices: readonly RuleDevice[]
  sn_code: string | null
  onDevice: (sn_code: string) => void
  isReadOnly: boolean
  onChange: (part: Partial<Draft>) => void
}

/** The point's history with the rule on it: limits, dead band and delays can be dragged, and what would have been an alarm is shaded. */
export function RuleChart(props: RuleChartProps) {
  const { point, devices, sn_code, owner } = props
  const t = useText(text)
  if (!point) return <EmptyState icon="chart" title={t.choosePoint} />
  if (point.data_type === 'string') return <EmptyState icon="chart" title={t.notDrawn} />
  if (!point.keep_history) return <EmptyState icon="chart" title={t.notKept} />
  const device = devices.find((one) => one.sn_code === sn_code)
  if (!device)
    return owner.sn_code === undefined && <EmptyState icon="device" title={t.noDevices} explanation={t.noDevicesWhy} />
  return <History {...props} point={point} device={device} />
}

type HistoryProps = RuleChartProps & { point: Point; device: RuleDevice }

function History({ rule, point, device, devices, onDevice, owner, isReadOnly, onChange }: HistoryProps) {
  const t = useText(text)
  const { lang } = useElement()
  const format = useFormat()
  const { clock } = useConnection()
  const [span, setSpan] = useState<Span>('day')
  const [whole, setWhole] = useState(() => rangeOf('day', clock.now()))
  /** Where panning, zooming and crossings have led; null for the whole range. */
  const [close, setClose] = useState<{ from: number; to: number } | null>(null)
  const [plotWidth, setPlotWidth] = useState(0)
  const [held, setHeld] = useState<Scale | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const range = close ?? whole
  const { sn_code, report_interval_s } = device
  const width = Math.min(MAX_CURVE_WIDTH, plotWidth || 600)
  const { key } = point
  const points = [{ id: key, key, sn_code, report_interval_s }]
  const all = useCurves({ points, ...spanOf(whole), width, before: null })
  const part = useCurves(close && { points, ...spanOf(close), width, before: null })
  const { isLoading, reload } = close ? part : all
  // Until what is looked at closely has come, the whole range is drawn as far as it is seen.
  const isClose = close !== null && part.curves?.query.points[0]?.sn_code === sn_code
  const curves = isClose ? part.curves : all.curves
  const isOfDevice = curves?.query.points[0]?.sn_code === sn_code
  const curve = isOfDevice ? curves?.now.get(key) : undefined
  const failure = curves?.failures.get(key)
  const query = curves?.query
  const words = useMemo(() => wordsOf(point, lang), [point, lang])
  const samples = useSamples(curves, key)
  const wholeSamples = useSamples(all.curves, key)
  const series = useMemo(() => {
    if (!curve || !query) return []
    const drawn = curveSeries(curve, query)
    const isWorded = words !== null
    return [
      {
        ...drawn,
        id: key,
        name: pointName(point, lang),
        ...(point.unit && { unit: point.unit }),
        ...(point.decimals !== null && { decimals: point.decimals }),
        ...(isWorded && { words: Object.fromEntries(words.map(({ id, label }) => [id, label])), isStep: true }),
      },
    ]
  }, [curve, query, key, point, lang, words])

  const isNumeric = words === null
  const marks = limitsOf(rule)
  const scale =
    held ??
    (words
      ? scaleFor(
          [],
          words.map(({ id }) => Number(id)),
        )
      : scaleFor(samples, [...marks.limits.map(({ value }) => value), ...marks.bands.map(({ edge }) => edge)]))
  const isWhole = isComplete(rule)
  const stood = isWhole ? stoodIn(rule, samples, range.from, range.to) : []
  const crossings = isWhole ? crossingsIn(rule, wholeSamples, whole.from, whole.to) : []
  const known = crossings.findIndex(({ alarm_time }) => alarm_time >= (chosen ?? Number.POSITIVE_INFINITY))
  const at = known < 0 ? crossings.length - 1 : known
  const roughly = crossings[at] ?? null
  // Seen closely it is known to the second.
  const crossing = close ? nearest(crossingsIn(rule, samples, range.from, range.to), roughly) : roughly
  const hasHandles = !isReadOnly && (crossing !== null || (isNumeric && marks.limits.length > 0))
  const stoodMs = stood.reduce((sum, { alarm_time, recover_time }) => {
    return sum + Math.max(0, (recover_time ?? range.to) - Math.max(alarm_time, range.from))
  }, 0)

  const look = (next: Span) => {
    setSpan(next)
    setWhole(rangeOf(next, clock.now()))
    setClose(null)
  }
  const zoomTo = (to: Occurrence | null | undefined) => to && setClose(around(to, rule, whole.to))
  const goTo = (place: number) => {
    const next = crossings[place]
    if (!next) return
    setChosen(next.alarm_time)
    if (close) zoomTo(next)
  }

  return (
    <div className="rule-history">
      <div className="rule-history-bar">
        {owner.template_id !== undefined && <DeviceChoice devices={devices} sn_code={sn_code} onChange={onDevice} />}
        <Select
          label={t.span}
          isLabelHidden
          options={(Object.keys(SPANS) as Span[]).map((id) => ({ id, label: t[id] }))}
          value={span}
          onChange={look}
        />
        <CrossingSteps
          at={at}
          count={crossings.length}
          isWhole={isWhole}
          isClose={close !== null}
          onStep={goTo}
          onCloser={() => zoomTo(roughly)}
          onWider={() => setClose(null)}
        />
      </div>
      <div className="rule-chart">
        {failure ? (
          <Failure failure={failure} onRetry={reload} />
        ) : !curves ? (
          <Skeleton rows={6} />
        ) : (
          <Chart
            label={`${t.history} ${pointName(point, lang)}`}
            series={series}
            {...range}
            scale={scale}
            isLoading={isLoading}
            onPlotWidth={setPlotWidth}
            onZoom={(from, to) => setClose({ from: Math.floor(from), to: Math.ceil(to) })}
            over={(plot) => (
              <RuleOver
                plot={plot}
                rule={rule}
                point={point}
                stood={stood}
                crossing={crossing}
                isNumeric={isNumeric}
                isReadOnly={isReadOnly}
                onChange={onChange}
                onHold={(isHeld) => setHeld(isHeld ? scale : null)}
              />
            )}
          />
        )}
      </div>
      <p className="rule-stood-said" role="status">
        {isWhole && curve
          ? stood.length > 0
            ? t.stood({ count: stood.length, time: format.duration(stoodMs) })
            : t.stoodNever
          : ''}
      </p>
      <p className="rule-quiet">
        {[hasHandles && t.dragHelp, curve && curve.source !== 'raw' && t.roughly].filter(Boolean).join(' · ')}
      </p>
    </div>
  )
}

interface DeviceChoiceProps {
  devices: readonly RuleDevice[]
  sn_code: string
  onChange: (sn_code: string) => void
}

/** Of which of the template's devices history is shown. */
function DeviceChoice({ devices, sn_code, onChange }: DeviceChoiceProps) {
  const t = useText(text)
  return (
    <Select
      label={t.ofDevice}
      isLabelHidden
      isSearchable={devices.length > 10}
      options={devices.map((one) => ({
        id: one.sn_code,
        label: one.dev_alias || one.sn_code,
        note: one.sn_code,
      }))}
      value={sn_code}
      onChange={onChange}
    />
  )
}

interface CrossingStepsProps {
  /** Of the crossing that is looked at; -1 where there is none. */
  at: number
  count: number
  /** Whether the rule says enough to be crossed. */
  isWhole: boolean
  isClose: boolean
  onStep: (at: number) => void
  onCloser: () => void
  onWider: () => void
}

/** From one time that the rule was crossed to the next. */
function CrossingSteps({ at, count, isWhole, isClose, onStep, onCloser, onWider }: CrossingStepsProps) {
  const t = useText(text)
  const hasAny = count > 0
  return (
    <span className="rule-crossings">
      {hasAny ? t.crossing({ at: at + 1, count }) : isWhole ? t.noCrossing : ''}
      <IconButton icon="chevron-left" label={t.earlier} isDisabled={at <= 0} onPress={() => onStep(at - 1)} />
      <IconButton
        icon="chevron-right"
        label={t.later}
        isDisabled={at < 0 || at >= count - 1}
        onPress={() => onStep(at + 1)}
      />
      {isClose ? (
        <IconButton icon="zoom-out" label={t.wider} onPress={onWider} />
      ) : (
        <IconButton icon="zoom-in" label={t.closer} isDisabled={!hasAny} onPress={onCloser} />
      )}
    </span>
  )
}

/** The readings that the newest curves stand for. */
function useSamples(curves: Curves | null, key: string) {
  return useMemo(() => {
    const curve = curves?.now.get(key)
    return curves && curve ? samplesOf(curve, (curves.query.to - curves.query.from) / curves.query.width) : []
  }, [curves, key])
}

const spanOf = ({ from, to }: { from: number; to: number }) => ({ from: Math.floor(from), to: Math.ceil(to) })

const nearest = (crossings: readonly Occurrence[], to: Occurrence | null): Occurrence | null =>
  to &&
  crossings.reduce<Occurrence | null>((best, one) => {
    const isCloser = !best || Math.abs(one.alarm_time - to.alarm_time) < Math.abs(best.alarm_time - to.alarm_time)
    return isCloser ? one : best
  }, null)

/** A stretch in which a crossing and its delays are well seen, with its end where that is not too far. */
function around({ alarm_time, recover_time }: Occurrence, rule: SentRule, now: number) {
  const lasted = (recover_time ?? now) - alarm_time
  const span = Math.max(CLOSE_MS, Math.min(1.6 * lasted, FAR_MS), 6000 * Math.max(rule.on_delay_s, rule.off_delay_s))
  const from = alarm_time - span * 0.2
  return { from, to: from + span }
}

const rangeOf = (span: Span, now: number) => ({ from: now - SPANS[span], to: now })

/** Whether all that its condition asks for is there. */
function isComplete({ condition, threshold, threshold_high, no_data_s }: SentRule): boolean {
  if (condition === 'changes') return true
  if (condition === 'no_data') return no_data_s !== null
  const isRange = condition === 'between' || condition === 'outside'
  return threshold !== null && (!isRange || (threshold_high !== null && threshold < threshold_high))
}
