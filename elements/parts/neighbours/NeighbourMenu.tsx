import { deviceDetail } from '../../../core/stores/collections/devices.ts'
import { useText } from '../../define/index.ts'
import { ContextMenu, type Spot } from '../../kit/ContextMenu.tsx'
import type { MenuEntry } from '../../kit/Menu.tsx'
import { useCollection } from '../use-collection.ts'
import { text } from './text.ts'
import { type Subject, useNeighbours } from './use-neighbours.ts'

export interface NeighbourMenuProps {
  subject: Subject
  /** What the subject is called. */
  name: string
  /** Where it opens, px of the window. */
  spot: Spot
  /** The screen of its device is what it is asked for on. */
  isOnScreen?: boolean
  /** What can be done here, before the places that it leads to. */
  first?: readonly MenuEntry[] | undefined
  onClose: () => void
}

/** What a subject offers on a right click, or by the menu key. Whether its device has a screen is found out meanwhile. */
export function NeighbourMenu({ subject, name, spot, isOnScreen = false, first = [], onClose }: NeighbourMenuProps) {
  const t = useText(text)
  const neighbours = useNeighbours()
  const { data } = useCollection(deviceDetail, { sn_code: subject.sn_code })
  const links = neighbours(subject, !isOnScreen && (data?.has_screen ?? false)).map(
    ({ id, label, icon, go }): MenuEntry => ({ id, label, icon, onAction: go }),
  )
  if (first.length + links.length === 0) return null
  return (
    <ContextMenu
      label={t.menuOf({ name })}
      entries={[...first, ...(first.length > 0 && links.length > 0 ? (['line'] as const) : []), ...links]}
      spot={spot}
      onClose={onClose}
    />
  )
}
