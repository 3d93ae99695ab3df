import { useId } from 'react'
import type { AlarmMeasures, MeasureVerdict } from '../../core/contract/alarm-measure.ts'
import { useFormat, useText } from '../define/index.ts'
import { Sparkline } from '../kit/chart/Sparkline.tsx'
import { Icon } from '../kit/Icon.tsx'
import type { IconName } from '../kit/icons.ts'
import { text } from './text.ts'
import { type Tile, tileRows } from './tile-rows.ts'

const MARKS: Record<MeasureVerdict['verdict'], IconName> = {
  within: 'check',
  above: 'arrow-up',
  far: 'warning',
  short: 'clock',
  few: 'minus',
}

/** The numbers, each with its target and whether it is met. */
export function Tiles({ measures }: { measures: AlarmMeasures }) {
  const t = useText(text)
  const format = useFormat()
  return (
    <ul className="kpi-tiles">
      {tileRows(measures, t, format).map((tile) => (
        <TileView key={tile.id} tile={tile} />
      ))}
    </ul>
  )
}

function TileView({ tile }: { tile: Tile }) {
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
        {tile.target && <span>{tile.target}</span>}
      </p>
      <p className="kpi-tile-note">{tile.note}</p>
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
