import type { AlarmMeasures } from '../../../core/contract/alarm-measure.ts'
import { useFormat, useText } from '../../define/index.ts'
import { Card } from './Card.tsx'
import { KpiTable } from './KpiTable.tsx'
import { text } from './text.ts'
import { percent } from './tile-rows.ts'

const PRIORITIES = ['low', 'medium', 'high'] as const
const TARGET = { low: 0.8, medium: 0.15, high: 0.05 } as const

/** How alarms are spread over priorities, against the target: two bars, and the numbers. */
export function Mix({ measures: { mix, annunciated } }: { measures: AlarmMeasures }) {
  const t = useText(text)
  const format = useFormat()
  const bars = [
    { name: t.actual, of: mix },
    { name: t.target, of: TARGET },
  ]
  return (
    <Card title={t.mix}>
      <div className="kpi-mix" aria-hidden>
        {bars.map(({ name, of }) => (
          <div key={name} className="kpi-mix-row">
            <span className="kpi-quiet">{name}</span>
            <span className="kpi-mix-bar">
              {PRIORITIES.map((priority) => (
                <span
                  key={priority}
                  className={`kpi-mix-part kpi-mix-${priority}`}
                  style={{ inlineSize: `${of[priority] * 100}%` }}
                >
                  {of[priority] >= 0.1 && t[priority]}
                </span>
              ))}
            </span>
          </div>
        ))}
      </div>
      <KpiTable
        label={t.mix}
        columns={[{ title: t.level }, { title: t.actual, isNumeric: true }, { title: t.target, isNumeric: true }]}
        rows={PRIORITIES.map((priority) => ({
          id: priority,
          cells: [
            t[`${priority}Levels`],
            annunciated > 0 ? `${percent(mix[priority], format)} %` : '–',
            `${percent(TARGET[priority], format)} %`,
          ],
        }))}
      />
    </Card>
  )
}
