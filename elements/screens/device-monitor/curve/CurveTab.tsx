import { type CSSProperties, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { HOUR_MS } from '../../../../core/catalogue/durations.ts'
import type { DeviceDetail, Point } from '../../../../core/contract/device.ts'
import { MAX_CURVE_WIDTH } from '../../../../core/contract/history.ts'
import { lazyPart, useElement, useFormat, useSheet, useText } from '../../../define/index.ts'
import { IconButton } from '../../../kit/Button.tsx'
import { Chart, type ChartHandle } from '../../../kit/chart/Chart.tsx'
import { axesOf } from '../../../kit/chart/lanes.ts'
import type { ChartSeries } from '../../../kit/chart/series.ts'
import { DateTimeRange } from '../../../kit/DateTimeRange.tsx'
import { EmptyState } from '../../../kit/EmptyState.tsx'
import { MultiSelect, Select } from '../../../kit/Select.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { reachesNow } from '../../../kit/time-range.ts'
import { isSeen } from '../../../parts/curves/beyond.ts'
import { curveSeries } from '../../../parts/curves/curve-series.ts'
import { type Curves, useCurves } from '../../../parts/curves/use-curves.ts'
import { Failure } from '../../../parts/Failure.tsx'
import { pointName } from '../../../parts/point-text.ts'
import { saveFile } from '../../../parts/save-file.ts'
import { useNarrow } from '../../../parts/use-narrow.ts'
import { pickedTimeOf } from '../picked-time.ts'
import { isDrawable } from '../points.ts'
import { type Earlier, earlierOf } from '../range-view.ts'
import type { SharedRange } from '../use-shared-range.ts'
import { CompareDevices } from './CompareDevices.tsx'
import sheet from './curve.css?sheet'
import { shiftTo, spanBefore } from './earlier.ts'
import { othersOf } from './others.ts'
import { type CurveRow, freshMsOf, looksOf } from './rows.ts'
import { SavedRanges } from './SavedRanges.tsx'
import { text } from './text.ts'
import { useMarkedAlarm } from './use-marked-alarm.ts'
import { useRulers } from './use-rulers.ts'
import { useWidth } from './use-width.ts'
import { ZoomButtons } from './ZoomButtons.tsx'

const AlarmStrip = lazyPart(() => import('./AlarmStrip.tsx').then((chunk) => chunk.AlarmStrip), null)
const OtherDevices = lazyPart(() => import('./OtherDevices.tsx').then((chunk) => chunk.OtherDevices), null)
const RulerReadings = lazyPart(() => import('./RulerReadings.tsx').then((chunk) => chunk.RulerReadings), null)

const EarlierStart = lazyPart(() => import('./EarlierStart.tsx').then((chunk) => chunk.EarlierStart), null)

const MAX_CURVES = 8
const COMPARED = ['none', 'day', 'week', 'start'] as const
/** What the curve is compared with, as the attributes name it. */
export interface Comparison {
  earlier?: string
  compare?: string
}
/** A range that ends now moves on this often at most, and by a pixel at least. */
const MOVE_ON_MS = 5000

interface CurveTabProps {
  device: DeviceDetail
  /** The points to begin with; null for two informative ones. */
  keys: readonly string[] | null
  /** `level` or `level@1763600000000`: the point to begin with. */
  moment: string
  shared: SharedRange
  earlier: string
  /** SNs of other devices. */
  compare: string
  onCompare: (comparison: Comparison) => void
  /** The id of the alarm that is marked. */
  alarm: string
  onAlarm: (alarm_id: string) => void
}

/** What to begin with where nobody says: two measurements of different units, before settings and switches. */
function mostInformative(points: readonly Point[]): string[] {
  const measured = points.filter(({ data_type, access }) => data_type === 'number' && access === 'r')
  const first = measured[0] ?? points[0]
  const second = measured.find(({ unit }) => unit !== first?.unit)
  return [first, second].flatMap((point) => point?.key ?? [])
}

const pointsOf = ({ sn_code, report_interval_s }: DeviceDetail, keys: readonly string[]) =>
  keys.map((key) => ({ id: key, key, sn_code, report_interval_s }))

interface PointChoiceProps {
  drawable: readonly Point[]
  chosen: readonly string[]
  onChange: (keys: readonly string[]) => void
}

function PointChoice({ drawable, chosen, onChange }: PointChoiceProps) {
  const t = useText(text)
  const { lang } = useElement()
  return (
    <MultiSelect
      label={t.points}
      isLabelHidden
      placeholder={t.choosePoints}
      options={drawable.map((point) => ({
        id: point.key,
        label: pointName(point, lang),
        ...(point.unit && { note: point.unit }),
      }))}
      value={chosen}
      onChange={onChange}
      atMost={MAX_CURVES}
    />
  )
}

interface ComparedPeriodProps {
  earlier: Earlier | null
  /** What is shown, epoch ms. */
  span: { from: number; to: number }
  /** As the attribute has it. */
  onChange: (earlier: string) => void
}

/** Which earlier time the curve is compared with; from a chosen start on, too. */
function ComparedPeriod({ earlier, span: { from, to }, onChange }: ComparedPeriodProps) {
  const t = useText(text)
  const isStart = typeof earlier === 'number'
  // The stretch just before, until another start is chosen.
  const attributeOf = { none: '', day: 'day', week: 'week', start: `${2 * from - to}` }
  return (
    <>
      <Select
        label={t.compare}
        isLabelHidden
        options={COMPARED.map((id) => ({ id, label: t[id] }))}
        value={isStart ? 'start' : (earlier ?? 'none')}
        onChange={(next) => onChange(attributeOf[next])}
      />
      {isStart && <EarlierStart start={earlier} lengthMs={to - from} onChoose={(start) => onChange(`${start}`)} />}
    </>
  )
}

/** History of several points: pan, zoom, cursor, comparison with earlier days, saved ranges, download as an image. */
export default function CurveTab({
  device,
  keys,
  moment,
  shared,
  alarm,
  onAlarm,
  onCompare,
  ...compared
}: CurveTabProps) {
  useSheet(sheet)
  const t = useText(text)
  const { lang, timeZone } = useElement()
  const format = useFormat()
  const [picked] = useState(() => pickedTimeOf(moment))
  const { marked, isGone } = useMarkedAlarm(alarm, device)
  const drawable = useMemo(() => device.points.filter(isDrawable), [device.points])
  const [chosen, setChosen] = useState<readonly string[]>(() => {
    const wanted = (picked ? [picked.key] : keys)?.filter((key) => drawable.some((point) => point.key === key)) ?? []
    return wanted.length > 0 ? wanted.slice(0, MAX_CURVES) : mostInformative(drawable)
  })
  const { range, choose, look, comeBack } = shared
  /** To a time of the alarm, with the curve of its point. */
  const lookAt = (time: number) => {
    const half = Math.min(range.to - range.from, 2 * HOUR_MS) / 2
    look({ from: time - half, to: time + half })
    const key = marked?.alarm.key
    if (key && drawable.some((point) => point.key === key) && !chosen.includes(key))
      setChosen([...chosen.slice(0, MAX_CURVES - 1), key])
  }
  const earlier = earlierOf(compared.earlier)
  const sns = useMemo(() => othersOf(compared.compare, device.sn_code), [compared.compare, device.sn_code])
  const compareWith = (next: readonly string[]) => onCompare({ compare: next.join(',') })
  const [place, placeWidth] = useWidth()
  const [frame, isNarrow] = useNarrow()
  const [plotWidth, setPlotWidth] = useState(0)
  const width = Math.min(MAX_CURVE_WIDTH, plotWidth || placeWidth)
  const chart = useRef<ChartHandle>(null)
  useMovingOn(shared, width)

  const span = { from: Math.floor(range.from), to: Math.ceil(range.to), width }
  const { curves, isLoading, reload } = useCurves(
    width > 0 && chosen.length > 0
      ? {
          ...span,
          points: pointsOf(device, chosen),
          before: spanBefore(range, earlier, timeZone),
        }
      : null,
  )
  const own = useSeries(curves, device, earlier)
  const others = useOthers(sns)
  const series = useMemo(() => [...own, ...others.rows], [own, others.rows])
  const wanted = useMemo(
    () =>
      chosen.flatMap((key) => {
        const point = drawable.find((one) => one.key === key)
        return point ? [{ key, name: pointName(point, lang) }] : []
      }),
    [chosen, drawable, lang],
  )
  const cursors = useRulers(range)

  const download = async () => {
    const blob = await chart.current?.toImage({
      title: device.dev_alias,
      span: `${format.dateTime(range.from)} – ${format.dateTime(range.to)} (${timeZone})`,
    })
    if (!blob) return
    const at = format.dateTime(range.from).slice(0, 16).replace(' ', 'T').replace(':', '')
    saveFile({ name: `${device.sn_code}-${at}.png`, mime: blob.type, content: blob })
  }

  if (drawable.length === 0) return <EmptyState icon="chart" title={t.noPoints} explanation={t.noPointsWhy} />
  const label = `${t.curves} ${device.dev_alias}: ${series.map(({ name, note }) => (note ? `${name}: ${note}` : name)).join(', ')}`
  const tools = (
    <>
      <ComparedPeriod earlier={earlier} span={span} onChange={(earlier) => onCompare({ earlier })} />
      <CompareDevices device={device} keys={chosen} sns={sns} onChange={compareWith} />
      <SavedRanges
        sn_code={device.sn_code}
        current={{
          start: span.from,
          end: span.to,
          points: [...chosen],
          ...(earlier !== null && { earlier: `${earlier}` }),
          ...(sns.length > 0 && { compare: sns }),
        }}
        onChoose={({ start, end, points, ...saved }) => {
          choose({ from: start, to: end })
          onCompare({ earlier: saved.earlier ?? '', compare: saved.compare?.join(',') ?? '' })
          setChosen(points.filter((key) => drawable.some((point) => point.key === key)))
        }}
      />
      <ZoomButtons range={range} onZoom={look} onReset={comeBack} />
      <IconButton icon="cursors" label={t.cursors} isPressed={cursors.isOn} onPress={cursors.toggle} />
      <IconButton icon="image" label={t.image} isDisabled={series.length === 0} onPress={download} />
    </>
  )
  const chips = sns.length > 0 && (
    <OtherDevices
      sns={sns}
      wanted={wanted}
      {...span}
      onRows={others.take}
      onRemove={(sn_code) => compareWith(sns.filter((one) => one !== sn_code))}
    />
  )
  return (
    <div ref={frame} className="curve">
      <div className="curve-bar">
        <PointChoice drawable={drawable} chosen={chosen} onChange={setChosen} />
        <DateTimeRange value={range} onChange={choose} />
        {!isNarrow && tools}
      </div>
      {!isNarrow && chips}
      {(marked || isGone) && (
        <AlarmStrip marked={marked} points={device.points} onLook={lookAt} onPutAway={() => onAlarm('')} />
      )}
      <div ref={place} className="curve-place" style={lanesStyle(series)}>
        <CurvePlace curves={curves} series={series} chosen={chosen} reload={reload}>
          <Chart
            ref={chart}
            label={marked ? t.markedOn({ curves: label, marks: marked.words }) : label}
            series={series}
            from={range.from}
            to={range.to}
            isLoading={isLoading}
            onZoom={(from, to) => look({ from, to })}
            onPlotWidth={setPlotWidth}
            marks={marked?.marks ?? null}
            rulers={cursors.rulers}
            onRuler={cursors.move}
          />
        </CurvePlace>
      </div>
      {isNarrow && (
        <>
          {chips}
          <div className="curve-bar">{tools}</div>
        </>
      )}
      {cursors.isOn && <RulerReadings series={series} rulers={cursors.rulers} range={range} />}
      <CurveNote curves={curves} />
    </div>
  )
}

/** How many lanes the chart has beside its first two axes. */
const lanesStyle = (series: readonly ChartSeries[]) =>
  ({
    '--curve-lanes': Math.max(
      0,
      new Set(axesOf(series.filter(({ note }) => note === undefined)).map(({ lane }) => lane)).size - 1,
    ),
  }) as CSSProperties

interface CurvePlaceProps {
  curves: Curves | null
  series: readonly CurveRow[]
  chosen: readonly string[]
  reload: () => void
  children: React.ReactNode
}

function CurvePlace({ curves, series, chosen, reload, children }: CurvePlaceProps) {
  const t = useText(text)
  if (chosen.length === 0) return <EmptyState icon="chart" title={t.nothingChosen} explanation={t.nothingChosenWhy} />
  if (!curves) return <Skeleton rows={8} />
  const failures = [...curves.failures.values()]
  const isRefused = failures.length === curves.query.points.length && !series.some(({ note }) => note === undefined)
  const failure = isRefused ? failures[0] : undefined
  const { from, to } = curves.query
  const isBlank = !failure && !series.some(({ points }) => isSeen(points, from, to))
  return (
    <>
      {children}
      {/* Over the empty plot, which stays: zooming and panning lead away from a stretch that is refused. */}
      {failure && (
        <div className="curve-blank">
          <Failure failure={failure} onRetry={reload} />
        </div>
      )}
      {isBlank && (
        <div className="curve-blank">
          <EmptyState icon="chart" title={t.noValues} explanation={t.noValuesWhy} />
        </div>
      )}
    </>
  )
}

/** How fine the curve is that is shown, and what of it could not be had. */
function CurveNote({ curves }: { curves: Curves | null }) {
  const t = useText(text)
  if (!curves) return null
  const source = curves.now.values().next().value?.source
  const failed = curves.failures.size
  return (
    <p className="curve-note">
      {source && t.source({ source: t[source] })}
      {failed > 0 && <strong> {t.partly({ count: failed })}</strong>}
    </p>
  )
}

function useSeries(curves: Curves | null, device: DeviceDetail, earlier: Earlier | null): readonly CurveRow[] {
  const format = useFormat()
  const t = useText(text)
  return useMemo(() => {
    if (!curves) return []
    const { from, to, width, before: spanThen } = curves.query
    const shift = spanThen && earlier !== null ? shiftTo({ from, to }, spanThen, earlier, format.timeZone) : undefined
    const when = typeof earlier === 'number' ? format.dateTime(earlier).slice(0, -3) : t[earlier ?? 'none']
    return curves.query.points.flatMap(({ key, sn_code, report_interval_s }, colour) => {
      const point = device.points.find((one) => one.key === key)
      const now = curves.now.get(key)
      if (!point || !now) return []
      const name = pointName(point, format.lang)
      const looks = { sn_code, key, colour, ...looksOf(point, format) }
      const drawn = curveSeries(now, { from, to, width, ...freshMsOf(point, report_interval_s) })
      const row: CurveRow = { id: key, name, ...looks, ...drawn }
      const before = curves.before.get(key)
      if (!before || !spanThen || !shift) return [row]
      const { points } = curveSeries(before, { width, ...spanThen, shift })
      return [
        row,
        {
          ...looks,
          id: `${key} before`,
          name: t.before({ name, when }),
          earlierOf: key,
          span: spanThen,
          points,
        },
      ]
    })
  }, [curves, device, earlier, format, t])
}

/** Curves of other devices by SN, as they come. */
function useOthers(sns: readonly string[]) {
  const [bySn, setBySn] = useState<ReadonlyMap<string, readonly CurveRow[]>>(new Map())
  const take = useCallback((sn_code: string, rows: readonly CurveRow[] | null) => {
    setBySn((before) => {
      const next = new Map(before)
      if (rows) next.set(sn_code, rows)
      else next.delete(sn_code)
      return next
    })
  }, [])
  const rows = useMemo(() => sns.flatMap((sn_code) => bySn.get(sn_code) ?? []), [sns, bySn])
  return { rows, take }
}

/** Lets a range that was chosen as "the last …" follow the clock while the page is looked at. */
function useMovingOn({ range, moveOn }: SharedRange, width: number) {
  const { preset, from, to } = range
  const move = useEffectEvent(moveOn)
  useEffect(() => {
    if (!reachesNow(preset) || width === 0) return
    const everyMs = Math.max(MOVE_ON_MS, (to - from) / width)
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') move()
    }, everyMs)
    return () => clearInterval(timer)
  }, [preset, from, to, width])
}
