import type { ControlState } from '../../../core/canvas/control-state.ts'
import { type Box, encloses, isOn, turnedTouches } from '../../../core/canvas/geometry.ts'
import type { Size } from '../controls/define-control.ts'
import { boundsOfEntry, changeOf, Entry, type Neighbourhood, type SceneControl, valueBoxOf } from './entry.ts'
import { GridIndex } from './grid-index.ts'
import { inDocument, meets, type PixelBox, roundOut, sizeOf } from './pixel-box.ts'

/** Above this share of what is seen, looking at every control is faster than asking the index. */
const LARGE_SHARE = 0.3

const MOST_KNOWN = 200

const inOrder = (a: Entry, b: Entry): number => a.order - b.order

/** Who is on the scene, where, and who shares px with whom. */
export class Registry {
  entries: readonly Entry[] = []
  page: Size = { width: 0, height: 0 }
  scale = 1
  readonly #byId = new Map<string, Entry>()
  readonly #index = new GridIndex<Entry>()

  get(control_id: string): Entry | undefined {
    return this.#byId.get(control_id)
  }

  /** Takes the place of all before; those that stay the same control keep what is known of them. */
  set(controls: readonly SceneControl[], page: Size): { added: Entry[]; removed: Entry[]; isReordered: boolean } {
    const before = new Map(this.#byId)
    this.#byId.clear()
    const isResized = page.width !== this.page.width || page.height !== this.page.height
    this.page = page
    let [last, isReordered] = [-1, false]
    const added: Entry[] = []
    this.entries = controls.map((control, order) => {
      const known = before.get(control.control_id)
      const isKnown = known?.definition === control.definition && known.isStatic === control.isStatic
      const entry = isKnown ? known : new Entry(control)
      if (isKnown) {
        isReordered ||= known.order < last
        last = known.order
        before.delete(control.control_id)
      } else added.push(entry)
      entry.order = order
      this.#byId.set(control.control_id, entry)
      return entry
    })
    const removed = [...before.values()]
    for (const entry of removed) this.#stand(entry, null)
    // Marks stay on the page.
    for (const entry of isResized ? this.entries : added) this.place(entry)
    return { added, removed, isReordered }
  }

  /** Takes a new state; what it changes for the painter. */
  change(entry: Entry, state: ControlState): 'nothing' | 'value' | 'all' {
    const change = changeOf(entry, state)
    const valueBefore = change === 'value' ? valueBoxOf(entry) : null
    entry.state = state
    if (change === 'nothing') return change
    entry.hasFailed = false
    if (this.place(entry) || change !== 'value') return 'all'
    return valueBefore && isSameBox(valueBefore, valueBoxOf(entry)) ? 'value' : 'all'
  }

  /** Finds out where it is now; whether that is elsewhere than before. */
  place(entry: Entry): boolean {
    const bounds = boundsOfEntry(entry, this.page)
    if (isSameBox(bounds, entry.bounds)) return false
    this.#stand(entry, bounds)
    return true
  }

  rescale(scale: number): void {
    this.scale = scale
    for (const entry of this.entries) {
      entry.box = entry.bounds && roundOut(entry.bounds, scale)
      entry.neighbourhood = null
    }
  }

  /** Those that touch a box, in painting order. `seen` is all that is on the screen. */
  in(box: PixelBox, seen: PixelBox): Entry[] {
    if (sizeOf(box) > sizeOf(seen) * LARGE_SHARE)
      return this.entries.filter((entry) => entry.box && meets(entry.box, box))
    return this.#touching(box).sort(inOrder)
  }

  neighbourhoodOf(entry: Entry): Neighbourhood {
    if (entry.neighbourhood) return entry.neighbourhood
    const near = entry.box ? this.#touching(entry.box) : []
    const isPlain = !near.some(({ isInGround }) => isInGround)
    const painted = near.filter(({ isInGround }) => !isInGround).sort(inOrder)
    const neighbourhood = { painted, isPlain }
    // Where thousands lie upon each other, remembering who does would fill the memory.
    if (painted.length <= MOST_KNOWN) entry.neighbourhood = neighbourhood
    return neighbourhood
  }

  /** Whoever touches it, and itself. */
  sharing(entry: Entry): Entry[] {
    return entry.bounds ? this.#index.in(entry.bounds) : []
  }

  /** Controls of the background above a control that share px with it: they have to leave the background. */
  groundAbove(entry: Entry): Entry[] {
    return this.sharing(entry).filter((other) => other.isInGround && other.order > entry.order)
  }

  /** Whoever shares px with it has a new neighbourhood. */
  forgetAround(entry: Entry): void {
    entry.neighbourhood = null
    if (entry.box) for (const near of this.#touching(entry.box)) near.neighbourhood = null
  }

  /** The topmost one at a spot of the document. */
  hit(x: number, y: number, accepts: (control_id: string) => boolean = () => true): string | null {
    const at = this.#index.in({ x, y, width: 0, height: 0 }).filter(({ state }) => isOn(state, { x, y }))
    return at.sort(inOrder).findLast(({ control_id }) => accepts(control_id))?.control_id ?? null
  }

  /** In painting order: those that a box of the document touches, or those that are all inside it. */
  controlsIn(box: Box, isWhole: boolean): string[] {
    return this.#index
      .in(box)
      .filter((entry) => (isWhole ? entry.bounds && encloses(box, entry.bounds) : turnedTouches(entry.state, box)))
      .sort(inOrder)
      .map(({ control_id }) => control_id)
  }

  #touching(box: PixelBox): Entry[] {
    return this.#index.in(inDocument(box, this.scale)).filter((entry) => entry.box && meets(entry.box, box))
  }

  #stand(entry: Entry, bounds: Box | null): void {
    this.forgetAround(entry)
    entry.bounds = bounds
    entry.box = bounds && roundOut(bounds, this.scale)
    this.#index.place(entry, bounds)
    this.forgetAround(entry)
  }
}

const isSameBox = (a: Box | null, b: Box | null): boolean =>
  a === b || (!!a && !!b && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height)
