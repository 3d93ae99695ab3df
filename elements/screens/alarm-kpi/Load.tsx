import { useState } from 'react'
import type { AlarmMeasures, MeasureBucket } from '../../../core/contract/alarm-measure.ts'
import { words } from '../../../core/text/words.ts'
import { useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import type { BarColour } from '../../kit/chart/bars.ts'
import { StackedBars } from '../../kit/chart/StackedBars.tsx'
import { AlarmMark } from '../../parts/AlarmMark.tsx'
import { levelWord } from '../../parts/alarm-level.ts'
import { barWords, floodShades, tickWords } from './bar-words.ts'
import { Card } from './Card.tsx'
import { KpiTable } from './KpiTable.tsx'
import { text } from './text.ts'
import { countOf, targetOf, untoldOf } from './view.ts'

/** The worst is at the bottom, where bars are compared best. */
const FROM_WORST = [5, 4, 3, 2, 1] as const
const COLOURS: readonly BarColour[] = ['alarm-5', 'alarm-4', 'alarm-3', 'alarm-2', 'alarm-1']

const untoldIn = (rows: readonly MeasureBucket[]) => rows.reduce((sum, row) => sum + untoldOf(row), 0)

interface LoadProps {
  measures: AlarmMeasures
  openSpan: (span: { start: number; end: number }) => void
}

/** Alarms by hour, day or week and level, with floods behind and the target across. */
export function Load({ measures, openSpan }: LoadProps) {
  const t = useText(text)
  const word = useText(words)
  const format = useFormat()
  const [isTable, setTable] = useState(false)
  const { series, bucket, positions, start, end, annunciated } = measures
  const target = targetOf(bucket, positions)
  const title = `${t.load} · ${t[`by_${bucket}`]}`
  const levelsOf = (rows: readonly MeasureBucket[]) =>
    FROM_WORST.map((level) => ({
      level,
      count: rows.reduce((sum, { levels }) => sum + (levels[level - 1] ?? 0), 0),
    }))
  const spoken = (row: MeasureBucket) =>
    [
      t.inBar({ time: barWords(row, bucket, format), count: countOf(row) }),
      ...levelsOf([row]).flatMap(({ level, count }) => (count > 0 ? [`${word[levelWord(level)]} ${count}`] : [])),
      ...(untoldOf(row) > 0 ? [t.untoldMore({ count: untoldOf(row) })] : []),
      ...(row.flood_ms > 0 ? [`${t.flooded} ${format.duration(row.flood_ms)}`] : []),
    ].join(' · ')
  return (
    <Card
      isWide
      title={title}
      note={t.loadLine({ count: target })}
      actions={
        <Button look="plain" icon={isTable ? 'chart' : 'table'} onPress={() => setTable(!isTable)}>
          {isTable ? t.asChart : t.asTable}
        </Button>
      }
    >
      {isTable ? (
        <KpiTable
          label={title}
          columns={[
            { title: t.time },
            { title: t.annunciated, isNumeric: true },
            ...FROM_WORST.map((level) => ({ title: word[levelWord(level)], isNumeric: true })),
            { title: t.untold, isNumeric: true },
            { title: t.peak, isNumeric: true },
            { title: t.flood, isNumeric: true },
          ]}
          rows={series.map((row) => ({
            id: String(row.start_time),
            cells: [
              barWords(row, bucket, format),
              format.number(countOf(row)),
              ...levelsOf([row]).map(({ count }) => format.number(count)),
              format.number(untoldOf(row)),
              format.number(row.peak),
              row.flood_ms > 0 ? format.duration(row.flood_ms) : '–',
            ],
          }))}
        />
      ) : (
        <StackedBars
          label={t.loadHow({ title, count: annunciated })}
          bars={series.map((row) => ({
            id: String(row.start_time),
            parts: FROM_WORST.map((level) => row.levels[level - 1] ?? 0),
            tick: tickWords(row, measures, format),
            spoken: spoken(row),
          }))}
          colours={COLOURS}
          shades={floodShades(measures)}
          line={target}
          hint={t.openBar}
          onPress={(index) => {
            const row = series[index]
            if (row) openSpan({ start: Math.max(start, row.start_time), end: Math.min(end, row.end_time) })
          }}
          head={(index) => {
            const row = index === null ? undefined : series[index]
            const flooded = row ? row.flood_ms : measures.floods.time_ms
            const untold = untoldIn(row ? [row] : series)
            return (
              <>
                <span>
                  {row
                    ? t.inBar({ time: barWords(row, bucket, format), count: countOf(row) })
                    : t.allBars({ count: annunciated })}
                </span>
                {levelsOf(row ? [row] : series).map(
                  ({ level, count }) =>
                    count > 0 && (
                      <span key={level} className="kpi-legend">
                        <AlarmMark alarm_level={level} /> {format.number(count)}
                      </span>
                    ),
                )}
                {untold > 0 && <span className="kpi-quiet">{t.untoldMore({ count: untold })}</span>}
                {flooded > 0 && (
                  <span className="kpi-legend">
                    <span className="kpi-shade-key" aria-hidden /> {t.flooded} {format.duration(flooded)}
                  </span>
                )}
              </>
            )
          }}
        />
      )}
    </Card>
  )
}
