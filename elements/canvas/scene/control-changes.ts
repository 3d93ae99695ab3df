import type { ControlState } from '../../../core/canvas/control-state.ts'
import type { Entry, SceneControl } from './entry.ts'
import type { FramePainter, FramePainterParts } from './frame-painter.ts'
import type { ScenePage } from './page-background.ts'

/** What changes about controls: each marks what has to be painted for it. */
export class ControlChanges {
  readonly #parts: Omit<FramePainterParts, 'renderer' | 'showsBeyondPage'>
  readonly #painter: FramePainter
  #pressed: string | null = null

  constructor(parts: Omit<FramePainterParts, 'renderer' | 'showsBeyondPage'>, painter: FramePainter) {
    this.#parts = parts
    this.#painter = painter
  }

  change(entry: Entry, state: ControlState): void {
    const { registry, motion, repaint, ground } = this.#parts
    const before = entry.bounds
    // It is removed from the background where it stood, before it moves.
    if (entry.isInGround && entry.state !== state) ground.leave(entry)
    const dirt = registry.change(entry, state)
    if (dirt === 'nothing') return
    motion.update(entry)
    repaint.mark(entry, dirt)
    if (entry.bounds !== before) ground.leaveAbove(entry)
  }

  set(controls: readonly SceneControl[], page: ScenePage): void {
    const { registry, motion, repaint, background } = this.#parts
    const isOtherPage = JSON.stringify(page) !== JSON.stringify(background.page)
    background.page = page
    const { added, removed, isReordered } = registry.set(controls, page)
    for (const entry of removed) {
      motion.forget(entry)
      repaint.clear(entry)
    }
    const grounded = new Set(registry.entries.filter(({ isInGround }) => isInGround))
    let isOtherGround = removed.some(({ isInGround }) => isInGround)
    registry.entries.forEach((entry, index) => {
      const dirt = registry.change(entry, (controls[index] as SceneControl).state)
      entry.isPressed = entry.control_id === this.#pressed
      if (dirt === 'nothing') return
      isOtherGround ||= entry.isInGround
      motion.update(entry)
      repaint.mark(entry, dirt)
    })
    for (const entry of added) {
      motion.update(entry)
      repaint.mark(entry, 'all')
    }
    background.settle()
    isOtherGround ||= registry.entries.some((entry) => entry.isInGround !== grounded.has(entry))
    if (isOtherPage || isReordered || isOtherGround) this.#painter.isAllWanted = true
    this.#painter.want()
  }

  press(control_id: string | null): void {
    const { registry, repaint, ground } = this.#parts
    if (control_id === this.#pressed) return
    for (const id of [this.#pressed, control_id]) {
      const entry = id === null ? undefined : registry.get(id)
      if (!entry) continue
      ground.leave(entry)
      entry.isPressed = id === control_id
      repaint.mark(entry, 'all')
    }
    this.#pressed = control_id
    this.#painter.want()
  }
}
