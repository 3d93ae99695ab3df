import { useMemo, useState } from 'react'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../core/catalogue/durations.ts'
import { words } from '../../../../core/text/words.ts'
import { useConnection, useElement, useFormat, useSheet, useText } from '../../../define/index.ts'
import { Columns } from '../../../kit/chart/Columns.tsx'
import { AlarmMark } from '../../../parts/AlarmMark.tsx'
import { levelWord } from '../../../parts/alarm-level.ts'
import { alarmName } from '../../../parts/alarm-name.ts'
import { useLine } from '../../../parts/LineNote.tsx'
import { useAlarmEvents } from '../../../parts/use-alarm-events.ts'
import { type Called, useCall } from '../../../parts/use-call.ts'
import { useRenewal } from '../../../parts/use-renewal.ts'
import type { ViewProps } from '../define-control.ts'
import { useGroupId } from '../view/use-group-id.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { NoDevice, ViewFailure, ViewNote, ViewWaiting } from '../view/ViewNote.tsx'
import sheet from './alarm-measures.css?sheet'
import type { AlarmMeasuresProps } from './control.ts'
import { text } from './text.ts'

const LEVELS = [5, 4, 3, 2, 1] as const
const RENEWED_MS = 5 * MINUTE_MS

interface Level {
  readonly alarm_level: number
  readonly open: number
  readonly unconfirmed: number
}
interface Hour {
  readonly start_time: number
  /** Of levels 1 to 5. */
  readonly levels: readonly number[]
}
interface Frequent {
  readonly id: string
  readonly name: string
  readonly alarm_level: number
  readonly count: number
}

/** One of the measures of an alarm system. */
export default function View(view: ViewProps<AlarmMeasuresProps>) {
  useSheet(sheet)
  const { props, isEditing, replayTime } = view
  const t = useText(text)
  const sn_code = props.sn_code || view.sn_code
  const group_id = useGroupId(props.group_id)
  const isNone = props.of === 'device' && sn_code === ''
  if (!isEditing && replayTime === null && !isNone) {
    const Shown = props.shows === 'standing' ? Standing : Measured
    return <Shown props={props} sn_code={sn_code} group_id={group_id} />
  }
  return (
    <ViewFrame title={props.title} hasFrame={props.hasFrame} isEditing={isEditing}>
      {isEditing ? <Example {...props} /> : isNone ? <NoDevice /> : <ViewNote icon="clock" title={t.notThen} />}
    </ViewFrame>
  )
}

interface OfScope {
  props: AlarmMeasuresProps
  sn_code: string
  group_id: number | null
}

const scopeOf = ({ props: { of }, sn_code, group_id }: OfScope) =>
  of === 'device' ? { sn_code } : of === 'group' && group_id !== null ? { group_id } : {}

function Standing(scope: OfScope) {
  const { api } = useConnection()
  const called = useCall(api.alarm.counts, scopeOf(scope))
  useAlarmEvents(scope.props.of === 'device' ? scope.sn_code : null, called.reload)
  return (
    <Answered props={scope.props} called={called}>
      {({ levels }) => <Levels label={scope.props.title} levels={levels} />}
    </Answered>
  )
}

function Measured(scope: OfScope) {
  const { api, clock } = useConnection()
  const { lang } = useElement()
  const { props } = scope
  const [now, setNow] = useState(() => clock.now())
  useRenewal(RENEWED_MS, () => setNow(clock.now()))
  // Whole hours: the first and the last are none in part.
  const end = Math.ceil(now / HOUR_MS) * HOUR_MS
  const called = useCall(api.alarmMeasure.measure, {
    ...scopeOf(scope),
    start: end - DAY_MS,
    bucket: props.shows === 'hours' ? 'hour' : 'day',
  })
  return (
    <Answered props={props} called={called}>
      {({ series, top }) =>
        props.shows === 'hours' ? (
          <Hours label={props.title} hours={series} />
        ) : (
          <Most
            label={props.title}
            rows={top.rows.map((row) => ({
              id: `${row.rule_id}/${row.sn_code}`,
              name: `${alarmName(row, lang)} · ${row.dev_alias || row.sn_code}`,
              alarm_level: row.alarm_level,
              count: row.count,
            }))}
          />
        )
      }
    </Answered>
  )
}

interface AnsweredProps<Data> {
  props: AlarmMeasuresProps
  called: Called<Data>
  children: (data: Data) => React.ReactNode
}

function Answered<Data>({ props: { title, hasFrame }, called, children }: AnsweredProps<Data>) {
  const line = useLine()
  const data = called.data ?? called.last
  return (
    <ViewFrame
      title={title}
      hasFrame={hasFrame}
      isEditing={false}
      isStale={data !== null && (called.failure ?? line) !== null}
    >
      {data !== null ? (
        children(data)
      ) : called.failure ? (
        <ViewFailure failure={called.failure} onRetry={called.reload} />
      ) : (
        <ViewWaiting />
      )}
    </ViewFrame>
  )
}

function Levels({ label, levels }: { label: string; levels: readonly Level[] }) {
  const t = useText(text)
  const format = useFormat()
  const byLevel = new Map(levels.map((level) => [level.alarm_level, level]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its place is scrolled by keys
    <div className="alarm-measures alarm-measures-levels" tabIndex={0}>
      <table aria-label={label || t.shows_standing}>
        <thead>
          <tr>
            <th scope="col">{t.level}</th>
            <th scope="col" data-numeric>
              {t.open}
            </th>
            <th scope="col" data-numeric>
              {t.unconfirmed}
            </th>
          </tr>
        </thead>
        <tbody>
          {LEVELS.map((level) => (
            <tr key={level}>
              <th scope="row">
                <AlarmMark alarm_level={level} />
              </th>
              <td data-numeric>{format.number(byLevel.get(level)?.open ?? 0, 0)}</td>
              <td data-numeric>{format.number(byLevel.get(level)?.unconfirmed ?? 0, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Hours({ label, hours }: { label: string; hours: readonly Hour[] }) {
  const t = useText(text)
  const word = useText(words)
  const format = useFormat()
  const countOf = ({ levels }: Hour) => levels.reduce((sum, one) => sum + one, 0)
  if (hours.every((hour) => countOf(hour) === 0)) return <ViewNote icon="check" title={t.none} />
  return (
    <Columns
      label={label || t.shows_hours}
      series={[{ id: 'alarms', name: t.count, colour: 'var(--sg-series-1)' }]}
      places={hours.map((hour) => {
        const name = format.dateTime(hour.start_time).slice(5, 16)
        return { id: name, name, tick: name.slice(6), values: [countOf(hour)] }
      })}
      heading={t.hour}
      wordsOf={(value, _series, place) => {
        const levels = hours[place]?.levels ?? []
        const ofEach = LEVELS.flatMap((level) =>
          levels[level - 1] ? [`${word[levelWord(level)]} ${levels[level - 1]}`] : [],
        )
        return [format.number(value ?? 0, 0), ...ofEach].join(' · ')
      }}
      tickText={(value) => (Number.isInteger(value) ? format.number(value, 0) : '')}
      hasAllNames={false}
    />
  )
}

function Most({ label, rows }: { label: string; rows: readonly Frequent[] }) {
  const t = useText(text)
  const format = useFormat()
  if (rows.length === 0) return <ViewNote icon="check" title={t.none} />
  const most = Math.max(...rows.map(({ count }) => count))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its place is scrolled by keys
    <div className="alarm-measures" tabIndex={0}>
      <table aria-label={label || t.shows_frequent}>
        <thead>
          <tr>
            <th scope="col">{t.level}</th>
            <th scope="col">{t.alarm}</th>
            <th scope="col" data-numeric>
              {t.count}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, alarm_level, count }) => (
            <tr key={id}>
              <td>
                <AlarmMark alarm_level={alarm_level} isWordHidden />
              </td>
              <th scope="row" className="alarm-measures-name">
                {name}
                <span className="alarm-measures-bar" style={{ inlineSize: `${(count / most) * 100}%` }} />
              </th>
              <td data-numeric>{format.number(count, 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** 08:00 of the first day of 2026 in UTC. */
const EXAMPLE_TIME = Date.UTC(2026, 0, 1, 8)

function Example({ shows, title }: AlarmMeasuresProps) {
  const t = useText(text)
  const hours = useMemo(
    () =>
      [...Array(24)].map((_, at): Hour => {
        const count = Math.round(5 + 3 * Math.sin(at * 0.9) + 2 * Math.sin(at * 2.3))
        return { start_time: EXAMPLE_TIME + (at - 24) * HOUR_MS, levels: [0, count, 0, 0, 0] }
      }),
    [],
  )
  if (shows === 'hours') return <Hours label={title} hours={hours} />
  if (shows === 'frequent') {
    const names = [t.exampleOne, t.exampleTwo, t.exampleThree]
    const rows = names.map((name, at) => ({ id: name, name, alarm_level: 4 - at, count: 18 - at * 6 }))
    return <Most label={title} rows={rows} />
  }
  const levels = LEVELS.map((alarm_level) => ({ alarm_level, open: 6 - alarm_level, unconfirmed: alarm_level % 2 }))
  return <Levels label={title} levels={levels} />
}
