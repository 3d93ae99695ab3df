import { useState } from 'react'
import { useSheet } from '../../context/element-context.ts'
import { moveByKey } from './bar-keys.ts'
import { labelledPlaces } from './bars.ts'
import sheet from './columns.css?sheet'
import { valueTicks } from './shares.ts'

export interface ColumnSeries {
  readonly id: string
  readonly name: string
  /** A CSS colour. */
  readonly colour: string
}

export interface ColumnPlace {
  readonly id: string
  /** Below the axis, where there is room for it, and in the table. */
  readonly name: string
  readonly tick: string
  /** In the order of the series; null where there is none. */
  readonly values: readonly (number | null)[]
  /** A colour of its own, where there is one series. */
  readonly colour?: string
}

interface ColumnsProps {
  label: string
  series: readonly ColumnSeries[]
  places: readonly ColumnPlace[]
  /** What stands over the first column of the table. */
  heading: string
  /** A value in words, of a series. */
  wordsOf: (value: number | null, series: number, place: number) => string
  tickText: (value: number) => string
  /** All places are named below the axis, cut where there is no room. */
  hasAllNames: boolean
}

/** Columns side by side; arrow keys go from place to place. A table says the same to those who do not see them. */
export function Columns(props: ColumnsProps) {
  useSheet(sheet)
  const { label, series, places, wordsOf, tickText, hasAllNames } = props
  const [at, setAt] = useState<number | null>(null)
  const [stop, setStop] = useState(0)
  const tabStop = Math.min(stop, places.length - 1)
  const known = places.flatMap(({ values }) => values.filter((value) => value !== null))
  const ticks = valueTicks(Math.min(0, ...known), Math.max(0, ...known))
  const [low, high] = [ticks[0] as number, ticks.at(-1) as number]
  const shareOf = (value: number) => (value - low) / (high - low)
  const inPercent = (share: number) => `${share * 100}%`
  const named = hasAllNames ? places.map((_, index) => index) : labelledPlaces(places.length)
  const spoken = ({ name, values }: ColumnPlace, place: number) => {
    const words = values.map((value, index) => wordsOf(value, index, place))
    const ofSeries = series.length > 1 ? series.map((one, index) => `${one.name} ${words[index]}`) : words
    return `${name}: ${ofSeries.join(', ')}`
  }
  const shown = at === null ? undefined : places[at]
  return (
    <div className="columns">
      <div className="columns-head">
        {shown && at !== null ? (
          <span className="columns-said">{spoken(shown, at)}</span>
        ) : (
          series.length > 1 &&
          series.map(({ id, name, colour }) => (
            <span key={id} className="columns-series">
              <span className="columns-key" style={{ background: colour }} />
              {name}
            </span>
          ))
        )}
      </div>
      <div className="columns-plot">
        <div className="columns-ticks" aria-hidden>
          {ticks.map((tick) => (
            <span key={tick} style={{ insetBlockEnd: inPercent(shareOf(tick)) }}>
              {tickText(tick)}
            </span>
          ))}
          {/* As wide as the widest of them. */}
          <span className="columns-widest">{ticks.map(tickText).reduce((a, b) => (b.length > a.length ? b : a))}</span>
        </div>
        <div
          className="columns-row"
          role="toolbar"
          aria-label={label}
          onPointerLeave={() => setAt(null)}
          onBlur={() => setAt(null)}
          onKeyDown={(event) =>
            moveByKey(event, { bars: '.columns-place', at: tabStop, count: places.length }, setStop)
          }
        >
          {ticks.map((tick) => (
            <span
              key={tick}
              className="columns-line"
              data-zero={tick === 0 || undefined}
              style={{ insetBlockEnd: inPercent(shareOf(tick)) }}
            />
          ))}
          {places.map((place, index) => (
            <button
              key={place.id}
              type="button"
              className="columns-place"
              tabIndex={index === tabStop ? 0 : -1}
              aria-label={spoken(place, index)}
              onPointerEnter={() => setAt(index)}
              onFocus={() => {
                setAt(index)
                setStop(index)
              }}
            >
              {place.values.map((value, of) => (
                <span key={series[of]?.id} className="columns-slot">
                  {value !== null && value !== 0 && (
                    <span
                      className="columns-column"
                      style={{
                        insetBlockEnd: inPercent(shareOf(Math.min(0, value))),
                        blockSize: inPercent(Math.abs(value) / (high - low)),
                        background: place.colour ?? series[of]?.colour,
                      }}
                    />
                  )}
                </span>
              ))}
            </button>
          ))}
        </div>
        <div className="columns-axis" data-all={hasAllNames || undefined} aria-hidden>
          {named.map((index) => (
            <span
              key={places[index]?.id}
              style={{
                insetInlineStart: inPercent(index / places.length),
                ...(hasAllNames && { inlineSize: inPercent(1 / places.length) }),
              }}
            >
              {places[index]?.tick}
            </span>
          ))}
        </div>
      </div>
      <ColumnsTable {...props} />
    </div>
  )
}

function ColumnsTable({ label, series, places, heading, wordsOf }: ColumnsProps) {
  return (
    <table className="sg-hidden-visually" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{heading}</th>
          {series.map(({ id, name }) => (
            <th key={id} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {places.map(({ id, name, values }, place) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            {values.map((value, of) => (
              <td key={series[of]?.id}>{wordsOf(value, of, place)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
