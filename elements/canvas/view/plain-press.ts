import type { ControlState } from '../../../core/canvas/control-state.ts'
import type { Box, Spot } from '../../../core/canvas/geometry.ts'
import type { Control } from '../../../core/contract/documents/screen.ts'
import { kindOf } from '../controls/kinds.ts'

/** What came up less than this ago may stand under a finger that was on its way to something else. */
const SETTLED_MS = 500
/** Fainter, or smaller, is not seen. */
export const LEAST_OPACITY = 0.2
const LEAST_PX = 4

type Drawn = Pick<ControlState, 'visible' | 'opacity' | 'x' | 'y' | 'width' | 'height'>

/** Whether a control's place and opacity let it be seen at all. */
export const isInSight = ({ visible, opacity, width, height }: Drawn): boolean =>
  visible && opacity >= LEAST_OPACITY && width >= LEAST_PX && height >= LEAST_PX

const isSamePlace = (one: Drawn, other: Drawn): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height

/** What is pressed by a key is pressed in its middle. */
export const middleOf = ({ x, y, width, height }: Drawn): Spot => ({ x: x + width / 2, y: y + height / 2 })

const meets = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** Whether it stands in a group of the gallery, at any depth: whoever drew the screen may not know what is in there. */
export function isOfGallery(control_id: string, byId: ReadonlyMap<string, Pick<Control, 'props'>>): boolean {
  for (let cut = control_id.lastIndexOf('/'); cut > 0; cut = control_id.lastIndexOf('/', cut - 1)) {
    const symbol = byId.get(control_id.slice(0, cut))?.props.symbol
    if (typeof symbol === 'string' && symbol.startsWith('gallery/')) return true
  }
  return false
}

interface SightParts {
  readonly byId: ReadonlyMap<string, Control>
  readonly states: ReadonlyMap<string, ControlState>
  readonly now: () => number
  /** Whether anything of it is drawn with the colours, words and pictures that it has now. */
  readonly isPainted: (control_id: string) => boolean
  /** All that it paints in a state. */
  readonly paintedBox: (control_id: string, state: ControlState) => Box
  /** Whether nothing is drawn over it there. */
  readonly isOnTop: (control_id: string, at: Spot | undefined) => boolean
  /** When a screen came up in the place of another one; null for the first. */
  readonly ledTime: () => number | null
}

/** Knows which presses people can be expected to mean: what changes something at the server by any other one asks first. */
export interface Sight {
  /** Hears of all that is drawn differently. */
  changed(changed: ReadonlyMap<string, ControlState>): void
  /** `at`: where on the page it is pressed; nowhere by a key. */
  isPlain(control_id: string, at?: Spot): boolean
}

export function createSight({ byId, states, now, isPainted, paintedBox, isOnTop, ledTime }: SightParts): Sight {
  const before = new Map(states)
  const pressed = new Set<string>()
  const places = new Map<string, number>()
  for (const [control_id, { events, kind }] of byId) {
    places.set(control_id, places.size)
    if (events.length > 0 || kindOf(kind)?.press) pressed.add(control_id)
  }
  const placeOf = (control_id: string) => places.get(control_id) ?? 0
  /** What went away lately, as it was: what it lay over has come up there. */
  const went = new Map<string, { was: Box; time: number }>()
  const isUncovered = (control_id: string, state: ControlState) => {
    for (const [over, { was, time }] of went)
      if (isSettled(time)) went.delete(over)
      else if (placeOf(over) > placeOf(control_id) && meets(was, state)) return false
    return true
  }
  /** When what is pressed came up, moved or grew. */
  const came = new Map<string, number>()
  const isSettled = (time: number | null | undefined) => typeof time !== 'number' || now() - time >= SETTLED_MS
  return {
    changed(changed) {
      for (const [control_id, state] of changed) {
        const last = before.get(control_id)
        if (!last) continue
        before.set(control_id, state)
        const isHere = isInSight(last) && isSamePlace(state, last)
        if (isInSight(last) && !(isHere && isInSight(state)))
          went.set(control_id, { was: paintedBox(control_id, last), time: now() })
        if (pressed.has(control_id) && isInSight(state) && !isHere) came.set(control_id, now())
      }
    },
    isPlain(control_id, at) {
      const state = before.get(control_id)
      return (
        state !== undefined &&
        pressed.has(control_id) &&
        isInSight(state) &&
        isSettled(came.get(control_id)) &&
        isSettled(ledTime()) &&
        !isOfGallery(control_id, byId) &&
        isUncovered(control_id, state) &&
        isOnTop(control_id, at) &&
        isPainted(control_id)
      )
    },
  }
}
