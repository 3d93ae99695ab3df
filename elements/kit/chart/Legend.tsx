import { CHART_THEMES, type ChartTheme } from '../../../core/catalogue/themes.ts'
import { useFormat } from '../../context/element-context.ts'
import { Value } from '../Value.tsx'
import { type ChartSeries, patternOf, valueAt } from './series.ts'

interface LegendProps {
  series: readonly ChartSeries[]
  /** Whose values are said; null for the end of what is shown. */
  time: number | null
  /** It is the time under its own pointer, and is said. */
  isPointed: boolean
  end: number
  palette?: ChartTheme['id'] | undefined
}

/** Says which line is which, and what each was at the cursor, beside the curves and not over them. */
export function Legend({ series, time, isPointed, end, palette }: LegendProps) {
  const format = useFormat()
  return (
    <ul className="chart-legend">
      {series.map((row, index) => {
        const colour = row.colour ?? index % 10
        return (
          <li key={row.id} className="chart-legend-row" data-earlier={row.earlierOf !== undefined || undefined}>
            {row.note === undefined && (
              <svg className="chart-key" viewBox="0 0 24 8" width={24} height={8} aria-hidden="true">
                <line
                  x1={1}
                  x2={23}
                  y1={4}
                  y2={4}
                  style={{ stroke: keyColour(colour, palette) }}
                  strokeDasharray={patternOf(row, colour).join(' ')}
                />
              </svg>
            )}
            <span className="chart-name">{row.name}</span>
            {row.note === undefined ? (
              <Value
                value={shownValue(row, time ?? end)}
                {...(row.unit === undefined ? {} : { unit: row.unit })}
                {...(row.decimals === undefined ? {} : { decimals: row.decimals })}
              />
            ) : (
              <span className="chart-refused">{row.note}</span>
            )}
          </li>
        )
      })}
      <li className="chart-time">{isPointed && time !== null && format.dateTime(time)}</li>
    </ul>
  )
}

function shownValue({ points, words }: ChartSeries, time: number): number | string | undefined {
  const value = valueAt(points, time)
  return words?.[String(value)] ?? value
}

function keyColour(colour: number, palette: ChartTheme['id'] | undefined): string {
  const theme = CHART_THEMES.find((row) => row.id === palette)
  // The palette's two lists follow the theme by the element's own colour scheme.
  return theme ? `light-dark(${theme.light[colour]}, ${theme.dark[colour]})` : `var(--sg-series-${colour + 1})`
}
