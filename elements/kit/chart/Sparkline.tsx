import { useSheet } from '../../context/element-context.ts'
import sheet from './bars.css?sheet'

/** How a number went, as bars without words: beside the number itself. Keeps its room where there is nothing to show. */
export function Sparkline({ values }: { values: readonly number[] }) {
  useSheet(sheet)
  const most = Math.max(0, ...values)
  const bars = most > 0 ? values : []
  // One path, in hundredths of the height: a bar below one could not be seen.
  const path = bars
    .map((value, i) => (value > 0 ? `M${i} 100V${100 - Math.max(6, (value / most) * 100)}h.8V100Z` : ''))
    .join('')
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${Math.max(1, bars.length)} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
