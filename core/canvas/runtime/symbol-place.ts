import type { Control, ScreenDocument } from '../../contract/documents/screen.ts'
import { symbolOf } from '../arrangement.ts'
import { middleOf, turn } from '../geometry.ts'
import { symbolIn } from '../symbol-scope.ts'

/** Where a control is, and how it is turned. */
export type Placed = Pick<Control, 'x' | 'y' | 'width' | 'height' | 'angle' | 'flip_x' | 'flip_y' | 'opacity'>

/** A member's place in px of its symbol, and the way from those to the page's. */
export interface SymbolPlace {
  readonly own: Placed
  toPage(own: Placed): Placed
}

/** How a bound place of a symbol's member is read: as one in the symbol. Null for what is no member. */
export function symbolPlaceOf(
  document: ScreenDocument,
  shown: ReadonlyMap<string, Control>,
  control_id: string,
): SymbolPlace | null {
  const cut = control_id.lastIndexOf('/')
  const use = cut < 0 ? undefined : shown.get(control_id.slice(0, cut))
  const symbol = use && symbolIn(document, symbolOf(use) ?? '')
  const own = symbol?.controls.find((member) => member.control_id === control_id.slice(cut + 1))
  if (!use || !symbol || !own) return null
  return { own, toPage: placing(use, symbol.width, symbol.height) }
}

/** Members follow the size, the turn and the flips of what they stand in. */
function placing(use: Control, width: number, height: number): (own: Placed) => Placed {
  const [wide, tall] = [width > 0 ? use.width / width : 1, height > 0 ? use.height / height : 1]
  const about = middleOf(use)
  return (own) => {
    const size = { width: own.width * wide, height: own.height * tall }
    let x = (own.x + own.width / 2) * wide
    let y = (own.y + own.height / 2) * tall
    if (use.flip_x) x = use.width - x
    if (use.flip_y) y = use.height - y
    const middle = turn({ x: use.x + x, y: use.y + y }, about, use.angle)
    const isMirrored = use.flip_x !== use.flip_y
    return {
      ...size,
      x: middle.x - size.width / 2,
      y: middle.y - size.height / 2,
      angle: ((isMirrored ? -own.angle : own.angle) + use.angle) % 360,
      flip_x: own.flip_x !== use.flip_x,
      flip_y: own.flip_y !== use.flip_y,
      opacity: own.opacity,
    }
  }
}
