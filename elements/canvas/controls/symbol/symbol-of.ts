import type { Look, Size } from '../define-control.ts'
import type { Drawing, Port } from './draw-list.ts'
import type { Shown } from './paint.ts'
import { pictureBox } from './picture-box.ts'

type Shelf = Readonly<Record<string, string>>

/** One chunk a category: a viewer fetches those that its document uses. */
const shelves = import.meta.glob<Shelf>(['./library/*.ts', '!./library/index.ts'], { import: 'default' })

const ADDRESS = /^sg\/([a-z]+)\/([a-z\d-]+)$/
/** Requested again after this long where it could not be read. */
const RETRY_MS = 30_000

const drawings = new Map<string, Drawing | 'missing'>()
const read = new Map<string, Shelf>()
let drawn: typeof import('./drawn.ts') | null = null
const waiting = new Map<string, Set<() => void>>()

/** Whether an address is of this library, not of the gallery. */
export const isOfLibrary = (address: string): boolean => address.startsWith('sg/')

/**
 * A symbol by its address (`sg/valves/gate`), as `Look.picture` gives pictures: null until its category has come, which is
 * when `onCome` is called, once; 'missing' where there is none. Whoever asks sets the category on its way.
 */
export function symbolOf(address: string, onCome?: () => void): Drawing | 'missing' | null {
  const known = drawings.get(address)
  if (known) return known
  const [, category = '', name = ''] = ADDRESS.exec(address) ?? []
  const load = shelves[`./library/${category}.ts`]
  if (!load) return 'missing'
  const shelf = read.get(category)
  if (!shelf || !drawn) {
    fetchShelf(category, load, onCome)
    return null
  }
  const text = shelf[`./${category}/${name}.svg`]
  const drawing = text === undefined ? 'missing' : drawn.drawingOf(text)
  drawings.set(address, drawing)
  return drawing
}

function fetchShelf(category: string, load: () => Promise<Shelf>, onCome?: () => void): void {
  const known = waiting.get(category)
  const callers = known ?? new Set()
  if (onCome) callers.add(onCome)
  if (known) return
  waiting.set(category, callers)
  const notify = () => {
    waiting.delete(category)
    for (const caller of callers) caller()
  }
  Promise.all([load(), import('./drawn.ts')]).then(
    ([shelf, module]) => {
      read.set(category, shelf)
      drawn = module
      notify()
    },
    // The callers are notified all the same, later, and ask again.
    () => setTimeout(notify, RETRY_MS),
  )
}

/** Draws what `symbolOf` gave into a size, from 0, 0. */
export function paintSymbol(
  context: CanvasRenderingContext2D,
  drawing: Drawing,
  look: Look,
  size: Size,
  shown: Shown,
): void {
  drawn?.paintDrawing(context, drawing, look, size, shown)
}

/** Where pipes end at a symbol, 0 to 1 of its own picture; null until it has come. */
export function portsOf(address: string): readonly Port[] | null {
  const drawing = symbolOf(address)
  if (drawing === null) return null
  return drawing === 'missing' ? [] : drawing.ports
}

/** The same in 0 to 1 of a control's box, in which a symbol that keeps its proportions may leave room. */
export function portsIn(address: string, box: Size, keepsAspect: boolean): readonly Port[] | null {
  const drawing = symbolOf(address)
  if (drawing === null) return null
  if (drawing === 'missing') return []
  const { x, y, width, height } = pictureBox(drawing, box, keepsAspect)
  return drawing.ports.map((port) => ({
    side: port.side,
    x: (x + port.x * width) / box.width,
    y: (y + port.y * height) / box.height,
  }))
}
