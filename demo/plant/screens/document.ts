/** Screens as the server stores them: plain documents, as any client would send them. */

export type Style = 'grey' | 'coloured'

export interface Binding {
  expression: string
  ranges?: { from?: number; to?: number; is?: string | number | boolean; gives: unknown }[]
  otherwise?: unknown
}

export interface Control {
  kind: string
  version: 1
  name: string
  x: number
  y: number
  width: number
  height: number
  props: Record<string, unknown>
  bindings: Record<string, Binding>
  events?: { on: 'click'; actions: Record<string, unknown>[] }[]
  tooltip?: string
}

export interface Document {
  version: 1
  width: number
  height: number
  style: Style
  background: { color: string }
  grid: number
  controls: (Control & { control_id: string })[]
}

/** Left, top, width and height, px of the document. */
export type Box = readonly [x: number, y: number, width: number, height: number]

/** A binding that is nothing but an expression is written as its text. */
type Bindings = Record<string, string | Binding>
type More = Partial<Pick<Control, 'name' | 'events' | 'tooltip'>>

export function control(kind: string, box: Box, props: object = {}, bindings: Bindings = {}, more: More = {}): Control {
  const [x, y, width, height] = box
  const bound = Object.entries(bindings).map(([path, binding]) => {
    return [path, typeof binding === 'string' ? { expression: binding } : binding] as const
  })
  return {
    kind,
    version: 1,
    name: '',
    x,
    y,
    width,
    height,
    props: { ...props },
    bindings: Object.fromEntries(bound),
    ...more,
  }
}

/** Puts controls together in painting order, the hindmost first. */
export function screenOf(width: number, height: number, style: Style, controls: readonly Control[]): Document {
  return {
    version: 1,
    width,
    height,
    style,
    grid: 10,
    background: { color: 'var(--sg-surface-0)' },
    controls: controls.map((one, n) => ({ control_id: `c${n + 1}`, ...one })),
  }
}
