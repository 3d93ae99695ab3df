/** What a framework's page holds: one `<sg-probe>`, with what is bound to it. */
export interface Bound {
  isShown: boolean
  sn: string
  limit: number
  compact: boolean
  points: readonly string[]
  /** How many children the element has in the page's own tree. */
  children: number
}

export const FIRST: Bound = { isShown: true, sn: 'A1', limit: 5, compact: true, points: ['p1'], children: 2 }

/** A page of one framework. `heard` is told of each `sg-point-select` that its declared listener hears. */
export type FactPage = (box: HTMLElement, heard: (point_id: string) => void) => Promise<MountedPage> | MountedPage

export interface MountedPage {
  set(bound: Bound): void
  unmount(): void
}
