import { type ReactNode, useId } from 'react'
import type { AlarmMeasures, MeasureVerdict } from '../../../core/contract/alarm-measure.ts'
import { useFormat, useText } from '../../define/index.ts'
import { Sparkline } from '../../kit/chart/Sparkline.tsx'
import { Icon } from '../../kit/Icon.tsx'
import type { IconName } from '../../kit/icons.ts'
import { text } from './text.ts'
import { type Tile, tileRows } from './tile-rows.ts'

const MARKS: Record<MeasureVerdict['verdict'], IconName> = {
  within: 'check',
  above: 'arrow-up',
  far: 'warning',
  short: 'clock',
  few: 'minus',
}

interface TilesProps {
  measures: AlarmMeasures
  /** What they are compared with; null where it is not known, left out where nothing is compared. */
  before?: AlarmMeasures | null | undefined
}

/** The numbers, each with its target, whether it is met, and what it was in the window before. */
export function Tiles({ measures, before }: TilesProps) {
  const t = useText(text)
  const format = useFormat()
  const earlier = before && tileRows(before, t, format)
  const minute = (time: number) => format.dateTime(time).slice(0, -3)
  const how = before ? t.beforeHow({ from: minute(before.start), to: minute(before.end) }) : undefined
  return (
    <ul className="kpi-tiles">
      {tileRows(measures, t, format).map((tile, place) => (
        <TileView key={tile.id} tile={tile}>
          {before !== undefined && (
            <p className="kpi-tile-note" title={how}>
              {earlier?.[place] && t.before({ value: inWords(earlier[place]) })}
            </p>
          )}
        </TileView>
      ))}
    </ul>
  )
}

const inWords = ({ value, unit }: Tile) => (unit ? `${value} ${unit}` : value)

function TileView({ tile, children }: { tile: Tile; children: ReactNode }) {
  const titleId = useId()
  return (
    <li className="kpi-tile" aria-labelledby={titleId}>
      <h2 id={titleId} className="kpi-tile-title">
        {tile.title}
      </h2>
      <p className="kpi-tile-value">
        {tile.value} {tile.unit && <span className="kpi-tile-unit">{tile.unit}</span>}
      </p>
      <p className="kpi-tile-target">
        {tile.verdict && <VerdictMark verdict={tile.verdict} />}
        <span>{tile.target}</span>
      </p>
      <p className="kpi-tile-note">{tile.note}</p>
      {children}
      <Sparkline values={tile.trend} />
    </li>
  )
}

/** Whether a target is met, by shape and word. */
export function VerdictMark({ verdict }: { verdict: MeasureVerdict['verdict'] }) {
  const t = useText(text)
  return (
    <span className={`kpi-verdict kpi-verdict-${verdict}`}>
      <Icon name={MARKS[verdict]} />
      {t[verdict]}
    </span>
  )
}
