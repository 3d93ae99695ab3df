import { KINDS, loadKinds } from '../../../elements/canvas/controls/kinds.ts'
import { firstOf, type Start } from './bench-scene.ts'
import { stateOf, subjectOf } from './ours.ts'

await loadKinds()

/** Kinds whose main property is a number or a switch, as screens of plants have them. */
const DRAWN = ['value', 'gauge', 'tank', 'bar', 'progress', 'indicator', 'switch', 'state', 'pipe', 'rectangle', 'text']

/** Curves that are cut off elsewhere are smoothed differently, by so much of 255. */
const SMOOTHING = 100

/** Kinds of the product in place of tiles, each as large as its tile. */
const start: Start = (host, tiles) => {
  const kinds = DRAWN.flatMap((name) => KINDS.get(name) ?? []).filter(({ paint }) => paint)
  if (kinds.length === 0) throw new Error('There are no kinds of controls to be drawn')
  const kindAt = (index: number) => kinds[index % kinds.length] as (typeof kinds)[number]
  const controls = tiles.map(({ index, x, y, width, height }) => {
    const definition = kindAt(index)
    const props = shown(definition.defaults, definition.bindable[0], firstOf(index))
    return { control_id: `c${index}`, definition, state: stateOf({ x, y, width, height, props }), isStatic: false }
  })
  const propsOf = (props: Props, value: number, index: number) => shown(props, kindAt(index).bindable[0], value)
  return subjectOf(host, controls, ({ props }, value, index) => propsOf(props, value, index), SMOOTHING)
}
export default start

type Props = Readonly<Record<string, unknown>>

function shown(props: Props, main: string | undefined, value: number): Props {
  if (main === undefined) return props
  const before = props[main]
  if (main === 'text') return { ...props, text: String(value) }
  if (main === 'currStateIndex') return { ...props, currStateIndex: value % 2 }
  if (typeof before === 'boolean') return { ...props, [main]: value > 50 }
  if (/colou?r|fill|stroke/i.test(main)) return { ...props, [main]: value > 50 ? '#0b5cb8' : '#7b8591' }
  return { ...props, [main]: value }
}
