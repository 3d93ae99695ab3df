import { html, svg } from 'lit/html.js'
import { prop } from '../define/props.ts'
import { defineLeaf, type LeafView } from './leaf.ts'
import { ageNote, spoken, trouble, valueRow } from './leaf-parts.ts'

/** Three quarters of a circle around (50, 50), open below. */
const ARC = 'M18.2 81.8A45 45 0 1 1 81.8 81.8'
/** The least and the greatest that each gauge has shown, where nobody says between what it moves. */
const seen = new WeakMap<Element, [number, number]>()

/** 1, 2 or 5 times a power of ten, at least as far from 0 as `value`. */
function niceBound(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.abs(value) || 1))
  const step = [1, 2, 5, 10].find((one) => one * power >= Math.abs(value)) ?? 10
  return Math.sign(value) * step * power
}

function rangeOf({ values, point }: LeafView, leaf: Element, value: number): [number, number] {
  const [least, most] = seen.get(leaf) ?? [value, value]
  const met: [number, number] = [Math.min(least, value), Math.max(most, value)]
  seen.set(leaf, met)
  const from = (values.min as number | undefined) ?? point?.write_min ?? Math.min(0, niceBound(met[0]))
  const to = (values.max as number | undefined) ?? point?.write_max ?? Math.max(0, niceBound(met[1]))
  return to > from ? [from, to] : [from, from + 1]
}

/**
 * `<sg-gauge sn="WW0001" point="flow" min="0" max="50">`: where one value stands within its range, which is from `min` to
 * `max`, else between the bounds within which the point may be written, else around what it has shown.
 *
 * @csspart value - The number or word.
 * @csspart unit - Its unit.
 * @csspart age - What is not well with it, and since when.
 */
export const GaugeElement = defineLeaf(
  'sg-gauge',
  {
    props: {
      /** Serial number of the device. */
      sn: prop.string(''),
      /** Key of the point. */
      point: prop.string(''),
      /** Where the scale begins, in the point's unit. */
      min: prop.number(),
      /** Where the scale ends, in the point's unit. */
      max: prop.number(),
    },
  },
  (view, leaf) => {
    const { live, format } = view
    const value = typeof live?.[0] === 'number' ? live[0] : null
    const [from, to] = rangeOf(view, leaf, value ?? 0)
    const share = value === null ? 0 : Math.min(100, Math.max(0, ((value - from) / (to - from)) * 100))
    return html`<span class="gauge ${trouble(view)?.mark ?? ''}" role="meter" aria-label=${spoken(view)}
      aria-valuenow=${value ?? from} aria-valuemin=${from} aria-valuemax=${to} aria-valuetext=${spoken(view)}
      ><svg class="plot" viewBox="0 0 100 90" aria-hidden="true">
        ${svg`<path class="track" d=${ARC} /><path d=${ARC} pathLength="100" stroke-dasharray="${share} 100" />`}</svg
      >${valueRow(view)}<span class="ends"><span>${format.number(from)}</span><span>${format.number(to)}</span></span></span
    >${ageNote(view)}`
  },
)
