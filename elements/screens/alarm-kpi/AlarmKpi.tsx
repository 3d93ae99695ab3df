import { useState } from 'react'
import type { AlarmMeasures, AlarmOf } from '../../../core/contract/alarm-measure.ts'
import { words } from '../../../core/text/words.ts'
import { type ElementProps, lazyPart, useConnection, useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { alarmName } from '../../parts/alarm-name.ts'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { useCall } from '../../parts/use-call.ts'
import { useView } from '../../parts/use-view.ts'
import type { api } from './api.ts'
import { KpiFilters } from './KpiFilters.tsx'
import { Tiles } from './Tiles.tsx'
import { text } from './text.ts'
import { useBefore } from './use-before.ts'
import { useEveryMinute, useWindow } from './use-window.ts'
import { type AlarmKpiView, bucketOf, positionsOf } from './view.ts'

const Details = lazyPart(() => import('./Details.tsx').then((chunk) => chunk.default), <Skeleton rows={12} />)

export function AlarmKpi(props: ElementProps<typeof api>) {
  const { range, start = null, end = null, sn, group = null, positions, bucket, compact } = props
  const { onViewChange, onAlarmOpen, onSpanOpen, onNavigate } = props
  const t = useText(text)
  const word = useText(words)
  const format = useFormat()
  const { lang } = useElement()
  const { api } = useConnection()
  const fromProps = { range, start, end, sn, group, positions, bucket }
  const [view, change] = useView<AlarmKpiView>(fromProps, onViewChange)
  const window = useWindow(view)
  const shownBucket = bucketOf(view.bucket, window.span)
  const query = {
    ...window.asked,
    ...(view.sn && { sn_code: view.sn }),
    ...(view.group !== null && { group_id: view.group }),
    positions: positionsOf(view.positions),
    bucket: shownBucket,
  }
  const called = useCall(api.alarmMeasure.measure, query)
  const { data, failure, reload, isLoading } = called
  const askAgain = window.isMoving ? window.moveOn : reload
  useEveryMinute(window.isOngoing, askAgain)
  const measures = useKept(data, JSON.stringify(view), failure !== null)
  const before = useBefore(query, window.span, !compact && measures !== null)
  const isEmpty = measures !== null && measures.covered_ms === 0 && measures.produced === 0
  const [isSaving, setSaving] = useState(false)

  const historyOf = (query: Record<string, string>) =>
    onNavigate({ path: `/info/alarmHistory?${new URLSearchParams(query)}` })
  const openAlarm = (alarm: AlarmOf) => {
    if (!measures) return
    const { rule_id, sn_code, alarm_name } = alarm
    const span = { start: measures.start, end: measures.end }
    if (onAlarmOpen({ rule_id, sn_code, alarm_name, ...span })) return
    historyOf({ sn: sn_code, search: alarmName(alarm, lang), start: String(span.start), end: String(span.end) })
  }
  const openSpan = (span: { start: number; end: number }) => {
    if (onSpanOpen(span)) return
    const where = { ...(view.sn && { sn: view.sn }), ...(view.group !== null && { group: String(view.group) }) }
    historyOf({ ...where, start: String(span.start), end: String(span.end) })
  }
  const save = async () => {
    if (!measures) return
    setSaving(true)
    const { kpiFile } = await import('./kpi-file.ts').finally(() => setSaving(false))
    saveFile(kpiFile(measures, before, lang, format))
  }

  return (
    <div className="kpi" data-compact={compact || undefined}>
      {!compact && (
        <>
          <div className="kpi-head">
            <h1>{t.title}</h1>
            <span className="kpi-quiet">
              {t.standard}
              {measures && ` · ${t.readAt({ time: format.dateTime(measures.end).slice(0, -3) })}`}
            </span>
            <span className="kpi-actions">
              <Button icon="download" isDisabled={!measures} isPending={isSaving} onPress={save}>
                {word.export}
              </Button>
              <Button icon="refresh" isPending={isLoading} onPress={askAgain}>
                {word.refresh}
              </Button>
            </span>
          </div>
          <KpiFilters view={view} change={change} window={window} bucket={shownBucket} />
        </>
      )}
      <StaleNote called={{ ...called, last: measures }} />
      {!measures && !failure && (
        <>
          <LoadingState />
          <TilesWaiting />
        </>
      )}
      {!measures && failure && <Failure failure={failure} onRetry={reload} />}
      {measures && isEmpty && <NoData since_time={measures.since_time} />}
      {measures && !isEmpty && (
        <div className="kpi-body" aria-busy={data === null && isLoading}>
          {compact ? null : (
            <p className="kpi-quiet">
              {t.counted({
                produced: format.number(measures.produced),
                annunciated: format.number(measures.annunciated),
                held: format.number(measures.held),
                late: format.number(measures.late),
              })}
              {measures.since_time !== null && measures.since_time > measures.start && (
                <>
                  {' '}
                  {t.since({
                    time: format.dateTime(measures.since_time).slice(0, -3),
                    span: format.duration(measures.covered_ms),
                  })}
                </>
              )}
            </p>
          )}
          <Tiles measures={measures} before={compact ? undefined : before} />
          {!compact && <Details measures={measures} openAlarm={openAlarm} openSpan={openSpan} />}
        </div>
      )}
    </div>
  )
}

/**
 * What was answered last, while the next answer is on its way. Where none came, only what the same view was answered
 * before: its window may have moved on since.
 */
function useKept(data: AlarmMeasures | null, view: string, hasFailed: boolean): AlarmMeasures | null {
  const [kept, setKept] = useState<{ view: string; data: AlarmMeasures } | null>(null)
  if (data && kept?.data !== data) setKept({ view, data })
  if (data) return data
  return kept && (!hasFailed || kept.view === view) ? kept.data : null
}

/** Nothing came yet, or not before the window was over. */
function NoData({ since_time }: Pick<AlarmMeasures, 'since_time'>) {
  const t = useText(text)
  const format = useFormat()
  if (since_time === null) return <EmptyElement icon="bell" title={t.none} explanation={t.noneWhy} />
  const time = format.dateTime(since_time).slice(0, -3)
  return <EmptyElement icon="clock" title={t.noneThen} explanation={t.noneThenWhy({ time })} />
}

/** In the places of the numbers, so that nothing moves when they come. */
function TilesWaiting() {
  return (
    <div className="kpi-tiles" aria-hidden>
      {[...Array(12)].map((_, i) => (
        <div key={String(i)} className="kpi-tile">
          <Skeleton rows={4} />
        </div>
      ))}
    </div>
  )
}
