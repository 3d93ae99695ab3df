import type { ReactNode } from 'react'
import type { AlarmOf } from '../../../core/contract/alarm-measure.ts'
import { useElement } from '../../define/index.ts'
import { DeviceName } from '../../kit/DeviceName.tsx'
import { AlarmMark } from '../../parts/AlarmMark.tsx'
import { alarmName } from '../../parts/alarm-name.ts'

export interface KpiColumn {
  title: string
  isNumeric?: boolean
}

interface KpiTableProps {
  label: string
  columns: readonly KpiColumn[]
  rows: readonly { id: string; cells: readonly ReactNode[] }[]
}

/** Short lists of numbers; the first column says of what. A long one scrolls in itself. */
export function KpiTable({ label, columns, rows }: KpiTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled by keys, too
    <section className="kpi-scroll" aria-label={label} tabIndex={0}>
      <table className="kpi-table">
        <thead>
          <tr>
            {columns.map(({ title, isNumeric }) => (
              <th key={title} scope="col" data-numeric={isNumeric || undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id}>
              {columns.map(({ title, isNumeric }, place) =>
                place === 0 ? (
                  <th key={title} scope="row">
                    {cells[place]}
                  </th>
                ) : (
                  <td key={title} data-numeric={isNumeric || undefined}>
                    {cells[place]}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** An alarm's level, name and device: the way to when it came. */
export function AlarmLink({ alarm, onOpen }: { alarm: AlarmOf; onOpen: (alarm: AlarmOf) => void }) {
  const { lang } = useElement()
  return (
    <button type="button" className="kpi-link" onClick={() => onOpen(alarm)}>
      <AlarmMark alarm_level={alarm.alarm_level} isWordHidden />
      <span className="kpi-link-name">{alarmName(alarm, lang)}</span>
      <span className="kpi-quiet kpi-link-device">
        <DeviceName {...alarm} />
      </span>
    </button>
  )
}
