import { html, svg } from 'lit/html.js'
import { MINUTE_MS } from '../../core/catalogue/durations.ts'
import type { TrendRow as Row } from '../../core/contract/live.ts'
import { COLUMN_MS, COLUMNS, HEIGHT, SPAN_MS, trendPath } from '../../core/rules/trend-path.ts'
import { prop } from '../define/props.ts'
import { defineLeaf, type LeafView } from './leaf.ts'
import { ageNote, EMPTY, nameOf, spoken, textOf, WORDS } from './leaf-parts.ts'

const REFRESH_MS = 5 * MINUTE_MS

interface Kept {
  of: string
  rows: Row[]
  /** Local epoch ms of the last request. */
  requestedAt: number
}
const kept = new WeakMap<Element, Kept>()

/** What is known of the last hour: requested every few minutes, with live values in between. */
function rowsOf(view: LeafView, leaf: Element): readonly Row[] {
  const { connection, sn_code, point, live, now, redraw } = view
  const of = `${connection.baseUrl} ${sn_code} ${point?.key}`
  let known = kept.get(leaf)
  if (known?.of !== of) known = { of, rows: [], requestedAt: 0 }
  kept.set(leaf, known)
  if (Date.now() - known.requestedAt > REFRESH_MS) {
    const { api } = connection
    const mine = known
    mine.requestedAt = Date.now()
    const end = Math.ceil(now / COLUMN_MS) * COLUMN_MS
    api.live.trend({ sn_code, key: point?.key ?? '', end, width: COLUMNS }).then(
      (rows) => {
        mine.rows = rows
        redraw()
      },
      // What is not stored, or cannot be read now, is requested again later; the live tail is drawn all the same.
      () => {},
    )
  }
  const [value, , time] = live ?? [null, 'good', 0]
  const last = known.rows.at(-1)
  if (typeof value === 'number' && time >= (last?.[0] ?? 0)) {
    if (last && time < last[0] + COLUMN_MS)
      known.rows[known.rows.length - 1] = [last[0], Math.min(last[1], value), Math.max(last[2], value), last[3], value]
    else known.rows.push([time - (time % COLUMN_MS), value, value, value, value])
  }
  known.rows = known.rows.filter(([at]) => at > now - SPAN_MS)
  return known.rows
}

/**
 * `<sg-trend sn="WW0001" point="flow">`: the last hour of one point as a sparkline, live at its end, with the least and
 * the greatest beside it.
 *
 * @csspart plot - The sparkline.
 * @csspart age - What is not well with the newest value, and since when.
 */
export const TrendElement = defineLeaf(
  'sg-trend',
  {
    props: {
      /** Serial number of the device. */
      sn: prop.string(''),
      /** Key of the point. */
      point: prop.string(''),
    },
  },
  (view, leaf) => {
    const { point, live, format } = view
    const rows = rowsOf(view, leaf)
    if (rows.length === 0 || !point) return EMPTY
    const { line, band, least, most } = trendPath(rows, view.now, view.device.report_interval_s)
    const words = WORDS[format.lang]
    const text = (value: number) => textOf(value, point, format)
    const current = live ? textOf(live[0], point, format) : words.none
    const summary = `${words.hour}: ${words.now} ${current}, ${words.lowest} ${text(least)}, ${words.highest} ${text(most)} ${point.unit ?? ''}`
    return html`<span class="trend" role="img" aria-label=${spoken(view, summary)} title=${nameOf(point, format.lang)}
      ><svg class="plot" part="plot" viewBox="0 0 ${COLUMNS} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
        ${svg`<path class="band" d=${band} /><path d=${line} />`}</svg
      ><span class="ends"><span>${text(most)}</span><span>${text(least)}</span></span></span
    >${ageNote(view)}`
  },
)
