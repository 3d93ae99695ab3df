import { type ReactNode, useState } from 'react'
import type { PointSource } from '../../../../core/canvas/point-source.ts'
import { lazyPart, useElement } from '../../../define/index.ts'
import type { Spot } from '../../../kit/ContextMenu.tsx'
import type { NamedPoint } from '../run-actions.ts'

// They come with the first use, not with the first look.
const Faceplate = lazyPart(() => import('./Faceplate.tsx').then((chunk) => chunk.Faceplate), null)
const ControlMenu = lazyPart(() => import('./ControlMenu.tsx').then((chunk) => chunk.ControlMenu), null)

/** A control whose points somebody wants to see. */
export interface Asked {
  readonly control_id: string
  /** What it is called. */
  readonly name: string
  /** One at least, what it shows first. */
  readonly points: readonly NamedPoint[]
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface DetailsPlace {
  source: PointSource
  sn_code: string
  /** What is open closes with what it is of. */
  of: unknown
  /** Where a control is drawn, px of the screen's place. */
  boxOf: (control_id: string) => Box | null
  /** Gives a control the focus. */
  focus: (control_id: string) => void
  onWrite: (control_id: string, point: NamedPoint) => void
}

export interface Details {
  open(asked: Asked): void
  openMenu(asked: Asked, spot: Spot): void
  /** For the screen's place: the faceplate that is open, and the menu. */
  readonly shown: ReactNode
}

/** What a screen says of a control's points when somebody asks: the faceplate beside it, and the menu of where it leads. */
export function useDetails({ source, sn_code, of, boxOf, focus, onWrite }: DetailsPlace): Details {
  const { root } = useElement()
  const [faced, setFaced] = useState<Asked | null>(null)
  const [menu, setMenu] = useState<{ asked: Asked; spot: Spot } | null>(null)
  const [before, setBefore] = useState(of)
  if (before !== of) {
    setBefore(of)
    setFaced(null)
    setMenu(null)
  }
  const close = ({ control_id }: Asked) => {
    // Where the focus is elsewhere, as when it closes by itself, it stays there.
    if (root.activeElement?.closest('.faceplate')) focus(control_id)
    setFaced(null)
  }
  return {
    open: setFaced,
    openMenu: (asked, spot) => setMenu({ asked, spot }),
    shown: (
      <>
        {faced && (
          <Faceplate
            key={faced.control_id}
            {...faced}
            source={source}
            sn_code={sn_code}
            box={() => boxOf(faced.control_id)}
            onWrite={(point) => onWrite(faced.control_id, point)}
            onClose={() => close(faced)}
          />
        )}
        {menu && (
          <ControlMenu
            {...menu}
            source={source}
            sn_code={sn_code}
            onDetails={() => setFaced(menu.asked)}
            onWrite={(point) => onWrite(menu.asked.control_id, point)}
            onClose={() => setMenu(null)}
          />
        )}
      </>
    ),
  }
}
