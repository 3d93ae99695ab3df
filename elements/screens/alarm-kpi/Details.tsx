import type { AlarmMeasures, AlarmOf } from '../../../core/contract/alarm-measure.ts'
import { useText } from '../../define/index.ts'
import { HeatMap } from '../../kit/chart/HeatMap.tsx'
import { Card } from './Card.tsx'
import { ChatteringList, FloodList, Held, StaleList, Times } from './Lists.tsx'
import { Load } from './Load.tsx'
import { Mix } from './Mix.tsx'
import { Pareto } from './Pareto.tsx'
import { text } from './text.ts'

interface DetailsProps {
  measures: AlarmMeasures
  openAlarm: (alarm: AlarmOf) => void
  openSpan: (span: { start: number; end: number }) => void
}

const DAYS = ['day_1', 'day_2', 'day_3', 'day_4', 'day_5', 'day_6', 'day_7'] as const
const HOURS = [...Array(24)].map((_, hour) => String(hour).padStart(2, '0'))

/** What stands behind the numbers: when alarms came, which ones, and what is to be mended. */
export default function Details({ measures, openAlarm, openSpan }: DetailsProps) {
  const t = useText(text)
  return (
    <div className="kpi-cards">
      <Load measures={measures} openSpan={openSpan} />
      <Pareto measures={measures} openAlarm={openAlarm} />
      <Card title={t.heat} note={t.heatNote}>
        <HeatMap
          label={t.heat}
          rows={DAYS.map((day) => t[day])}
          columns={HOURS}
          values={measures.heat}
          cell={(day, hour, count) => t.heatCell({ day: t[DAYS[day] ?? 'day_1'], hour: HOURS[hour], count })}
        />
      </Card>
      <FloodList measures={measures} openSpan={openSpan} />
      <ChatteringList measures={measures} openAlarm={openAlarm} />
      <StaleList measures={measures} openAlarm={openAlarm} />
      <Held measures={measures} />
      <Times measures={measures} />
      <Mix measures={measures} />
    </div>
  )
}
