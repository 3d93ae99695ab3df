import { type ReactNode, useState } from 'react'
import { lazyPart } from '../../define/index.ts'
import type { Spot } from '../../kit/ContextMenu.tsx'
import type { NeighbourMenuProps } from './NeighbourMenu.tsx'

const NeighbourMenu = lazyPart(() => import('./NeighbourMenu.tsx').then((chunk) => chunk.NeighbourMenu), null)

type Request = Omit<NeighbourMenuProps, 'onClose'>

/** Where a right click, or the menu key on what has the focus, opens a menu, px of the window. */
export function spotOf(event: { preventDefault(): void; clientX: number; clientY: number }): Spot {
  event.preventDefault()
  return { x: event.clientX, y: event.clientY }
}

/** The menu of neighbours: `menu` is drawn where the rows are. */
export function useNeighbourMenu(): { open(request: Request): void; menu: ReactNode } {
  const [request, setRequest] = useState<Request | null>(null)
  return {
    open: setRequest,
    menu: request && <NeighbourMenu {...request} onClose={() => setRequest(null)} />,
  }
}
