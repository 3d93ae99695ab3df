import { useState } from 'react'
import { useSheet } from '../../context/element-context.ts'
import sheet from './pie.css?sheet'
import { arcs } from './shares.ts'

export interface Slice {
  readonly id: string
  readonly name: string
  /** Null, and what is below 0, has no slice. */
  readonly value: number | null
  readonly text: string
  /** A CSS colour. */
  readonly colour: string
}

interface PieProps {
  label: string
  slices: readonly Slice[]
  /** With a hole, which has the sum in it. */
  isRing: boolean
  /** The sum in words. */
  sum: string
  headings: { name: string; value: string; share: string }
  shareText: (share: number) => string
}

const RADIUS = 50
const HOLE = 32

/** Shares of a whole; the table beside it says what each slice is, and is all of it for those who do not see the slices. */
export function Pie({ label, slices, isRing, sum, headings, shareText }: PieProps) {
  useSheet(sheet)
  const [at, setAt] = useState<string | null>(null)
  const shares = arcs(slices.map(({ value }) => value))
  return (
    <div className="pie">
      <svg className="pie-plot" viewBox="-52 -52 104 104" aria-hidden="true">
        {slices.map(({ id, name, colour, text }, index) => {
          const arc = shares[index]
          if (!arc || arc.share === 0) return null
          return (
            <path
              key={id}
              className="pie-slice"
              d={sliceOf(arc.from, arc.share, isRing ? HOLE : 0)}
              data-away={(at !== null && at !== id) || undefined}
              style={{ fill: colour }}
              onPointerEnter={() => setAt(id)}
              onPointerLeave={() => setAt(null)}
            >
              <title>{`${name}: ${text} (${shareText(arc.share)})`}</title>
            </path>
          )
        })}
        {isRing && (
          <text className="pie-sum" textAnchor="middle" dominantBaseline="central" style={{ fontSize: sizeOf(sum) }}>
            {sum}
          </text>
        )}
      </svg>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its place is scrolled by keys */}
      <div className="pie-legend" tabIndex={0}>
        <table aria-label={label}>
          <thead className="sg-hidden-visually">
            <tr>
              <th scope="col">{headings.name}</th>
              <th scope="col">{headings.value}</th>
              <th scope="col">{headings.share}</th>
            </tr>
          </thead>
          <tbody>
            {slices.map(({ id, name, text, colour }, index) => (
              <tr
                key={id}
                data-away={(at !== null && at !== id) || undefined}
                onPointerEnter={() => setAt(id)}
                onPointerLeave={() => setAt(null)}
              >
                <th scope="row">
                  <span className="pie-name">
                    <span className="pie-key" style={{ background: colour }} />
                    {name}
                  </span>
                </th>
                <td>{text}</td>
                <td>{shares[index] ? shareText(shares[index].share) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** Px of the view box, so that the sum fits into the hole. */
const sizeOf = (sum: string) => Math.min(16, (HOLE * 2 * 1.5) / Math.max(1, sum.length))

function sliceOf(from: number, share: number, hole: number): string {
  // A full circle has no two ends: two halves of it have.
  if (share >= 1) return `${sliceOf(0, 0.5, hole)}${sliceOf(0.5, 0.5, hole)}`
  const place = (at: number, radius: number) => {
    const angle = at * Math.PI * 2 - Math.PI / 2
    return `${(Math.cos(angle) * radius).toFixed(3)} ${(Math.sin(angle) * radius).toFixed(3)}`
  }
  const isLarge = share > 0.5 ? 1 : 0
  const outer = `M${place(from, RADIUS)}A${RADIUS} ${RADIUS} 0 ${isLarge} 1 ${place(from + share, RADIUS)}`
  const inner = hole > 0 ? `L${place(from + share, hole)}A${hole} ${hole} 0 ${isLarge} 0 ${place(from, hole)}` : 'L0 0'
  return `${outer}${inner}Z`
}
