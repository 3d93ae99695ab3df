import { useConnection, useFormat, useSheet, useText } from '../../../define/index.ts'
import type { ChartRuler } from '../../../kit/chart/Rulers.tsx'
import type { Range } from '../../../kit/chart/range.ts'
import { type ChartSeries, valueAt } from '../../../kit/chart/series.ts'
import { Value } from '../../../kit/Value.tsx'
import { useCall } from '../../../parts/use-call.ts'
import sheet from './readings.css?sheet'
import type { CurveRow } from './rows.ts'
import { text } from './text.ts'

interface RulerReadingsProps {
  series: readonly CurveRow[]
  rulers: readonly ChartRuler[]
  /** What is shown. */
  range: Range
}

/** What each curve was at the two cursors, by how much that differs, and its statistics over what is shown. */
export function RulerReadings({ series, rulers, range }: RulerReadingsProps) {
  useSheet(sheet)
  const t = useText(text)
  const format = useFormat()
  const [a, b] = rulers
  if (!a || !b) return null
  return (
    <div className="curve-readings">
      <table aria-label={t.readings}>
        <thead>
          <tr>
            <th scope="col">{t.points}</th>
            {[a, b].map(({ name, time }) => (
              <th key={name} scope="col">
                <strong>{name}</strong> <span className="curve-readings-time">{format.dateTime(time)}</span>
              </th>
            ))}
            <th scope="col">
              {t.difference} <span className="curve-readings-time">{format.duration(Math.abs(b.time - a.time))}</span>
            </th>
            {[t.least, t.most, t.mean, t.last].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series
            .filter(({ note }) => note === undefined)
            .map((row) => (
              <RowReadings key={row.id} row={row} at={a.time} then={b.time} range={range} />
            ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowReadingsProps extends Pick<RulerReadingsProps, 'range'> {
  row: CurveRow
  at: number
  then: number
}

function RowReadings({ row, at, then, range }: RowReadingsProps) {
  const { api } = useConnection()
  // Of words there is no mean.
  const hasStatistics = !row.words
  const { from, to } = row.span ?? range
  const [start, end] = [Math.floor(from), Math.ceil(to)]
  const input = hasStatistics ? { sn_code: row.sn_code, key: row.key, start, end, width: 1 } : null
  const { data, last } = useCall(api.history.curve, input)
  const answer = data ?? last
  const [, least, most, , newest] = (answer?.rows[0] ?? []) as (number | undefined)[]
  const [first, second] = [valueAt(row.points, at), valueAt(row.points, then)]
  const difference = second - first
  return (
    <tr>
      <th scope="row">{row.name}</th>
      <td>
        <Reading row={row} value={first} />
      </td>
      <td>
        <Reading row={row} value={second} />
      </td>
      <td>
        {!row.words && (
          <>
            {difference > 0 && '+'}
            <Reading row={row} value={difference} />
          </>
        )}
      </td>
      {[least, most, answer?.mean ?? undefined, newest].map((value, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay in their places
        <td key={place}>{hasStatistics && <Reading row={row} value={value} />}</td>
      ))}
    </tr>
  )
}

function Reading({ row, value }: { row: ChartSeries; value: number | undefined }) {
  const { unit, decimals, words } = row
  const looks = { ...(unit !== undefined && { unit }), ...(decimals !== undefined && { decimals }) }
  return <Value value={words?.[String(value)] ?? value} {...looks} />
}
