import type { AlarmMeasures, AlarmOf } from '../../../core/contract/alarm-measure.ts'
import { useFormat, useText } from '../../define/index.ts'
import { Card } from './Card.tsx'
import { AlarmLink } from './KpiTable.tsx'
import { text } from './text.ts'
import { percent } from './tile-rows.ts'

interface ParetoProps {
  measures: AlarmMeasures
  openAlarm: (alarm: AlarmOf) => void
}

/** The ten alarms that would be mended first: a bar for the share of each, and a line that adds them up. */
export function Pareto({ measures: { top }, openAlarm }: ParetoProps) {
  const t = useText(text)
  const format = useFormat()
  const sums = top.rows.map((_, i) => top.rows.slice(0, i + 1).reduce((sum, { share }) => sum + share, 0))
  const line = sums.map((sum, i) => `${sum * 100},${i + 0.5}`).join(' ')
  return (
    <Card title={t.pareto} note={t.paretoNote}>
      {top.rows.length === 0 ? (
        <p className="kpi-quiet">–</p>
      ) : (
        <div className="kpi-pareto-frame">
          <table className="kpi-pareto" aria-label={t.pareto}>
            <thead>
              <tr>
                <th scope="col">{t.alarm}</th>
                <th scope="col" data-numeric>
                  {t.count}
                </th>
                <th scope="col">{t.share}</th>
                <th scope="col" data-numeric>
                  {t.cumulative}
                </th>
              </tr>
            </thead>
            <tbody>
              {top.rows.map((row, i) => (
                <tr key={`${row.rule_id}/${row.sn_code}`}>
                  <th scope="row">
                    <AlarmLink alarm={row} onOpen={openAlarm} />
                  </th>
                  <td data-numeric>{format.number(row.count)}</td>
                  <td className="kpi-pareto-place">
                    <span className="kpi-pareto-bar" style={{ inlineSize: `${row.share * 100}%` }} />
                    <span className="sg-hidden-visually">{percent(row.share, format)} %</span>
                    {i === 0 && (
                      <svg
                        className="kpi-pareto-line"
                        viewBox={`0 0 100 ${top.rows.length}`}
                        preserveAspectRatio="none"
                        style={{ blockSize: `${top.rows.length * 100}%` }}
                        aria-hidden="true"
                      >
                        <polyline points={line} />
                      </svg>
                    )}
                  </td>
                  <td data-numeric>{percent(sums[i] ?? 0, format)} %</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}
