import { useSheet } from '../../context/element-context.ts'
import sheet from './bars.css?sheet'

interface HeatMapProps {
  label: string
  rows: readonly string[]
  columns: readonly string[]
  /** By row and column. */
  values: readonly (readonly number[])[]
  /** What a cell says, to those who point at it and to those who do not see it. */
  cell: (row: number, column: number, value: number) => string
}

/** A table whose cells are the darker the more they hold. */
export function HeatMap({ label, rows, columns, values, cell }: HeatMapProps) {
  useSheet(sheet)
  const most = Math.max(1, ...values.flat())
  return (
    <table className="heat" aria-label={label}>
      <thead>
        <tr>
          <td />
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((name, row) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {columns.map((column, place) => {
              const value = values[row]?.[place] ?? 0
              const words = cell(row, place, value)
              return (
                <td key={column} title={words} style={{ '--heat': `${(value / most) * 100}%` } as React.CSSProperties}>
                  <span className="sg-hidden-visually">{value}</span>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
