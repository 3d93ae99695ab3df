import type { Entry } from './entry.ts'
import type { PageBackground } from './page-background.ts'
import type { Registry } from './registry.ts'
import type { Repaint } from './repaint.ts'

/** Controls that stand in the background, because they do not change, until one does. */
export class Ground {
  readonly #registry: Registry
  readonly #background: PageBackground
  readonly #repaint: Repaint
  readonly #isAllWanted: () => boolean
  /** Of the background, found while it is being painted. */
  readonly failed = new Set<Entry>()

  /** `isAllWanted`: the background is painted again anyway. */
  constructor(registry: Registry, background: PageBackground, repaint: Repaint, isAllWanted: () => boolean) {
    this.#registry = registry
    this.#background = background
    this.#repaint = repaint
    this.#isAllWanted = isAllWanted
  }

  /** A control of the background changes: it leaves it, and so do those above it. */
  leave(entry: Entry): void {
    if (!entry.isInGround) return
    entry.isInGround = false
    this.#registry.forgetAround(entry)
    if (!this.#isAllWanted() && entry.box) this.#background.paint(entry.box)
    this.#repaint.mark(entry, 'all')
    this.leaveAbove(entry)
  }

  leaveAbove(entry: Entry): void {
    for (const above of this.#registry.groundAbove(entry)) this.leave(above)
  }

  clearFailed(): void {
    for (const entry of this.failed) this.leave(entry)
    this.failed.clear()
  }
}
