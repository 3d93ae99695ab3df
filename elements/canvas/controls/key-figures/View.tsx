import { useMemo } from 'react'
import { MINUTE_MS } from '../../../../core/catalogue/durations.ts'
import { useFormat, useSheet, useText } from '../../../define/index.ts'
import { Icon } from '../../../kit/Icon.tsx'
import { reachesNow } from '../../../kit/time-range.ts'
import { Value } from '../../../kit/Value.tsx'
import { useLine } from '../../../parts/LineNote.tsx'
import { valueText } from '../../../parts/point-text.ts'
import type { ViewProps } from '../define-control.ts'
import { nameOf } from '../view/chart-looks.ts'
import { exampleValue } from '../view/example.ts'
import { pointsOf } from '../view/point-of.ts'
import { type NewestValue, useNewest } from '../view/use-newest.ts'
import { useViewDevices, type ViewDevice, type ViewDevicePoint } from '../view/use-view-devices.ts'
import { useViewRange } from '../view/use-view-range.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { NoPoints, ViewFailure, ViewWaiting } from '../view/ViewNote.tsx'
import { usePointSource } from '../view/view-context.ts'
import { type Better, type Change, changeOf } from './change.ts'
import type { KeyFiguresProps } from './control.ts'
import sheet from './key-figures.css?sheet'
import { text } from './text.ts'
import { useChanges } from './use-changes.ts'

/** A range that ends now is read so often while as much time passes as it is long, and once a minute at most. */
const STEPS = 288
const NO_DEVICES: ReadonlyMap<string, ViewDevice> = new Map()

interface Figure {
  id: string
  name: string
  newest: NewestValue | undefined
  point: Pick<ViewDevicePoint, 'unit' | 'decimals' | 'enum_text'> | undefined
  /** Null where there is nothing to compare, undefined where nothing shall be compared or it is not known yet. */
  change: Change | null | undefined
}

/** Newest values with their changes. */
export default function View(view: ViewProps<KeyFiguresProps>) {
  useSheet(sheet)
  const { props, isEditing } = view
  const points = useMemo(() => pointsOf(props.points, view.sn_code), [props.points, view.sn_code])
  if (!isEditing && points.length > 0) return <Newest view={view} points={points} />
  return (
    <ViewFrame title={props.title} hasFrame={props.hasFrame} isEditing={isEditing}>
      {isEditing ? <Example {...props} /> : <NoPoints rows={props.points} />}
    </ViewFrame>
  )
}

function Newest({ view, points }: { view: ViewProps<KeyFiguresProps>; points: ReturnType<typeof pointsOf> }) {
  const { title, hasFrame, span, timeOf, aggregate } = view.props
  const t = useText(text)
  const format = useFormat()
  const line = useLine()
  const source = usePointSource()
  const sns = useMemo(() => [...new Set(points.map(({ sn_code }) => sn_code))], [points])
  const devices = useViewDevices(sns)
  const known = devices.data ?? devices.last ?? NO_DEVICES
  const newest = useNewest(points, true)
  const stored = useMemo(
    () => points.filter(({ sn_code, key }) => known.get(sn_code)?.points.has(key)),
    [points, known],
  )
  // What is simulated or typed has no past.
  const hasPast = source === null || source.kind === 'live' || source.kind === 'replay'
  const { range, isShared } = useViewRange(
    { span: span === 'none' ? 'hour' : span, timeOf },
    view.replayTime,
    (spanMs) => Math.max(MINUTE_MS, spanMs / STEPS),
  )
  const compares = isShared ? 'range' : span
  const asked = { from: Math.floor(range.from), to: Math.ceil(range.to) }
  const changes = useChanges(stored, compares === 'none' || !hasPast ? null : asked, aggregate)
  // A range that is over is shown by what it came to, not by what is measured now.
  const isOver = isShared && !reachesNow(range.preset) && hasPast
  const compared = changes.data ?? changes.last
  const betterOf = useMemo(() => betterById(view.props, view.sn_code), [view.props, view.sn_code])
  const figures = points.map((point): Figure => {
    const of = compared?.get(point.id)
    const isCompared = of && of.now !== null && of.before !== null
    const change = isCompared
      ? changeOf(of.now, of.before, betterOf.get(point.id) ?? 'none')
      : compared === null
        ? undefined
        : null
    const name = nameOf(point, known, format)
    return {
      id: point.id,
      name: isOver ? t.cameTo({ name, what: t[`aggregate_${aggregate}`] }) : name,
      newest: isOver ? { value: of?.now ?? null, quality: 'good' } : newest.get(point.id),
      point: known.get(point.sn_code)?.points.get(point.key),
      change,
    }
  })
  const isKnown = known.size > 0
  return (
    <ViewFrame
      title={title}
      hasFrame={hasFrame}
      isEditing={false}
      isStale={isKnown && (devices.failure ?? changes.failure ?? line) !== null}
    >
      {!isKnown ? (
        devices.failure ? (
          <ViewFailure failure={devices.failure} onRetry={devices.reload} />
        ) : (
          <ViewWaiting />
        )
      ) : (
        <Figures figures={figures} span={compares} />
      )}
    </ViewFrame>
  )
}

/** Which direction is good, by the points' ids. */
const betterById = ({ points }: KeyFiguresProps, sn_code: string): ReadonlyMap<string, Better> =>
  new Map(points.toReversed().flatMap((row) => pointsOf([row], sn_code).map(({ id }) => [id, row.better] as const)))

type Compares = KeyFiguresProps['span'] | 'range'

function Figures({ figures, span }: { figures: readonly Figure[]; span: Compares }) {
  const format = useFormat()
  return (
    // What is longer than its place is scrolled by keys.
    <dl className="key-figures" tabIndex={0}>
      {figures.map(({ id, name, newest, point, change }) => {
        const value = newest?.value ?? null
        const isNumber = typeof value === 'number' && !point?.enum_text
        return (
          <div key={id} className="key-figure">
            <dt>{name}</dt>
            <dd className="key-figure-value">
              <Value
                value={isNumber ? value : valueText(value, point, format)}
                quality={newest?.quality ?? 'good'}
                size="large"
                {...(isNumber && point?.unit && { unit: point.unit })}
                {...(isNumber && point?.decimals != null && { decimals: point.decimals })}
              />
            </dd>
            {span !== 'none' && <dd className="key-figure-change">{<Changed change={change} span={span} />}</dd>}
          </div>
        )
      })}
    </dl>
  )
}

const ARROWS = { higher: 'arrow-up', lower: 'arrow-down' } as const

function Changed({ change, span }: { change: Figure['change']; span: Exclude<Compares, 'none'> }) {
  const t = useText(text)
  const format = useFormat()
  if (change === undefined) return '\u00a0'
  if (change === null) return <>{t.noChange}</>
  const { direction, percent, difference, isGood } = change
  const amount = percent === null ? format.number(Math.abs(difference), 1) : `${format.number(Math.abs(percent), 1)}%`
  return (
    <>
      <span className="key-figure-by" data-good={isGood ?? undefined}>
        {direction === 'same' ? t.same : <Icon name={ARROWS[direction]} size={12} label={t[direction]} />}
        {direction !== 'same' && amount}
        {isGood !== null && <span className="key-figure-word">{isGood ? t.good : t.bad}</span>}
      </span>{' '}
      {t[`against_${span}`]}
    </>
  )
}

function Example({ points, span }: KeyFiguresProps) {
  const t = useText(text)
  const named = points.flatMap(({ label, point, better }) =>
    label || point ? [[label || point, better] as const] : [],
  )
  const shown =
    named.length > 0
      ? named
      : ([
          [t.exampleOne, 'none'],
          [t.exampleTwo, 'lower'],
          [t.exampleThree, 'higher'],
        ] as const)
  const figures = shown.map(([name, better], at): Figure => {
    const value = exampleValue(at, 0.4)
    return {
      id: `${at}`,
      name,
      newest: { value, quality: 'good' },
      point: { unit: null, decimals: 1, enum_text: null },
      change: changeOf(value, exampleValue(at, 0.2), better),
    }
  })
  return <Figures figures={figures} span={span} />
}
