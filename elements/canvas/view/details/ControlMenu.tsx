import type { PointSource } from '../../../../core/canvas/point-source.ts'
import { useElement, useText } from '../../../define/index.ts'
import type { Spot } from '../../../kit/ContextMenu.tsx'
import type { MenuEntry } from '../../../kit/Menu.tsx'
import { NeighbourMenu } from '../../../parts/neighbours/NeighbourMenu.tsx'
import { blockedBy } from '../blocked.ts'
import type { NamedPoint } from '../run-actions.ts'
import { text } from './text.ts'
import type { Asked } from './use-details.tsx'

interface ControlMenuProps {
  asked: Asked
  spot: Spot
  source: PointSource
  /** The screen's device. */
  sn_code: string
  onDetails: () => void
  onWrite: (point: NamedPoint) => void
  onClose: () => void
}

/** What a control of a screen offers on a right click: its faceplate, writing, and where its point leads. */
export function ControlMenu({
  asked: { name, points },
  spot,
  source,
  sn_code,
  onDetails,
  onWrite,
  onClose,
}: ControlMenuProps) {
  const t = useText(text)
  const { lang } = useElement()
  const writable = points.find((point) => {
    const facts = source.device(point.sn_code)
    return facts?.points.get(point.key)?.access === 'rw' && blockedBy(source, point, lang) === null
  })
  const first: MenuEntry[] = [
    { id: 'details', label: t.details, icon: 'info', onAction: onDetails },
    ...(writable ? [{ id: 'write', label: t.write, icon: 'edit' as const, onAction: () => onWrite(writable) }] : []),
  ]
  const [main] = points
  if (!main) return null
  return (
    <NeighbourMenu
      subject={{ ...main, time: source.now() }}
      name={name || main.key}
      spot={spot}
      isOnScreen={main.sn_code === sn_code}
      first={first}
      onClose={onClose}
    />
  )
}
