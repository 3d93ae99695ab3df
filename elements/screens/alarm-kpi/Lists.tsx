import type { AlarmMeasures, AlarmOf } from '../../../core/contract/alarm-measure.ts'
import { alarmStates } from '../../../core/rules/alarm-state-text.ts'
import { useFormat, useText } from '../../define/index.ts'
import { AlarmMark } from '../../parts/AlarmMark.tsx'
import { Card } from './Card.tsx'
import { AlarmLink, KpiTable } from './KpiTable.tsx'
import { text } from './text.ts'

/** Before a flood begins: the alarms of which it began. */
const TEN_MINUTES = 600_000

interface ListProps {
  measures: AlarmMeasures
  openAlarm: (alarm: AlarmOf) => void
}

/** Alarms that come again and again within a minute: they need a dead band or a delay. */
export function ChatteringList({ measures: { chattering }, openAlarm }: ListProps) {
  const t = useText(text)
  const format = useFormat()
  return (
    <Card title={t.chattering} note={<Some of={chattering} />}>
      {chattering.rows.length === 0 ? (
        <p className="kpi-quiet">{t.chatteringNone}</p>
      ) : (
        <KpiTable
          label={t.chattering}
          columns={[
            { title: t.alarm },
            { title: t.worstMinute, isNumeric: true },
            { title: t.worstTime },
            { title: t.count, isNumeric: true },
          ]}
          rows={chattering.rows.map((row) => ({
            id: `${row.rule_id}/${row.sn_code}`,
            cells: [
              <AlarmLink key="alarm" alarm={row} onOpen={openAlarm} />,
              format.number(row.worst),
              format.dateTime(row.worst_time).slice(5, -3),
              format.number(row.count),
            ],
          }))}
        />
      )}
    </Card>
  )
}

/** Alarms that stand for days, and that nobody looks at any more. */
export function StaleList({ measures: { stale }, openAlarm }: ListProps) {
  const t = useText(text)
  const format = useFormat()
  return (
    <Card title={t.stale} note={<Some of={stale} />}>
      {stale.rows.length === 0 ? (
        <p className="kpi-quiet">{t.staleNone}</p>
      ) : (
        <KpiTable
          label={t.stale}
          columns={[
            { title: t.alarm },
            { title: t.produced },
            { title: t.recovered },
            { title: t.stood, isNumeric: true },
          ]}
          rows={stale.rows.map((row) => ({
            id: row.alarm_id,
            cells: [
              <AlarmLink key="alarm" alarm={row} onOpen={openAlarm} />,
              format.dateTime(row.alarm_time).slice(5, -3),
              row.recover_time === null ? t.stillStanding : format.dateTime(row.recover_time).slice(5, -3),
              format.duration(row.stood_ms),
            ],
          }))}
        />
      )}
    </Card>
  )
}

interface FloodListProps {
  measures: AlarmMeasures
  openSpan: (span: { start: number; end: number }) => void
}

export function FloodList({ measures: { floods, end }, openSpan }: FloodListProps) {
  const t = useText(text)
  const format = useFormat()
  return (
    <Card title={t.floods} note={floods.rows.length < floods.count ? <Some of={floods} /> : t.floodsHow}>
      {floods.rows.length === 0 ? (
        <p className="kpi-quiet">{t.floodsNone}</p>
      ) : (
        <KpiTable
          label={t.floods}
          columns={[
            { title: t.begin },
            { title: t.end },
            { title: t.lasted, isNumeric: true },
            { title: t.peakColumn, isNumeric: true },
            { title: t.annunciated, isNumeric: true },
          ]}
          rows={floods.rows.map(({ start_time, end_time, peak, alarms }) => ({
            id: String(start_time),
            cells: [
              <button
                key="open"
                type="button"
                className="kpi-link"
                onClick={() => openSpan({ start: start_time - TEN_MINUTES, end: end_time ?? end })}
              >
                {format.dateTime(start_time).slice(5, -3)}
              </button>,
              end_time === null ? t.goesOn : format.dateTime(end_time).slice(5, -3),
              format.duration((end_time ?? end) - start_time),
              format.number(peak),
              format.number(alarms),
            ],
          }))}
        />
      )}
    </Card>
  )
}

/** That a list is not all there is. */
function Some({ of: { rows, count } }: { of: { rows: readonly unknown[]; count: number } }) {
  const t = useText(text)
  return rows.length < count ? t.onlySome({ count: rows.length }) : null
}

/** How long it takes until somebody has seen an alarm, and until its cause is gone; by level. */
export function Times({ measures: { times } }: { measures: AlarmMeasures }) {
  const t = useText(text)
  const format = useFormat()
  const span = (ms: number | null) => (ms === null ? '–' : format.duration(ms))
  return (
    <Card title={t.times}>
      <KpiTable
        label={t.times}
        columns={[
          { title: t.level },
          { title: t.annunciated, isNumeric: true },
          { title: t.confirmed, isNumeric: true },
          { title: t.confirmMedian, isNumeric: true },
          { title: t.confirmP90, isNumeric: true },
          { title: t.recoverMedian, isNumeric: true },
          { title: t.recoverP90, isNumeric: true },
        ]}
        rows={times
          .filter(({ alarm_level, annunciated }) => alarm_level === null || annunciated > 0)
          .map((row) => ({
            id: String(row.alarm_level),
            cells: [
              row.alarm_level === null ? t.allLevels : <AlarmMark key="level" alarm_level={row.alarm_level} />,
              format.number(row.annunciated),
              format.number(row.confirmed),
              span(row.confirm_median),
              span(row.confirm_p90),
              span(row.recover_median),
              span(row.recover_p90),
            ],
          }))}
      />
    </Card>
  )
}

/** How many alarms are kept from operators. */
export function Held({ measures: { holds } }: { measures: AlarmMeasures }) {
  const t = useText(text)
  const states = useText(alarmStates)
  const format = useFormat()
  return (
    <Card title={t.held} note={t.heldNote}>
      <KpiTable
        label={t.held}
        columns={[{ title: t.held }, { title: t.heldNow, isNumeric: true }, { title: t.heldWithin, isNumeric: true }]}
        rows={holds.map(({ kind, now, count }) => ({
          id: kind,
          cells: [states[kind], format.number(now), format.number(count)],
        }))}
      />
    </Card>
  )
}
