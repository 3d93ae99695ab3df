import { useStore } from '@nanostores/react'
import { type ReactNode, useMemo, useState } from 'react'
import type { Device } from '../../../core/contract/device.ts'
import { lazyPart, useConnection } from '../../define/index.ts'
import { useKept } from '../../kit/use-kept-choice.ts'
import type { AlarmMarks } from '../../parts/alarm-marks/use-alarm-marks.ts'
import { type CardLayout, DEFAULT_LAYOUT, layoutIdOf, readLayouts, withLayout } from './card-layout.ts'

const CardLayoutDialog = lazyPart(() => import('./CardLayoutDialog.tsx').then((chunk) => chunk.CardLayoutDialog), null)

export interface ShownLayouts {
  layoutOf(device: Device): CardLayout
  /** Opens the layout of a device's card. */
  edit(device: Device): void
  /** Drawn where the cards are. */
  dialog: ReactNode
}

/** How this user has laid out the cards of devices, in this browser. */
export function useCardLayouts(alarms: AlarmMarks): ShownLayouts {
  const session = useStore(useConnection().$session)
  const [kept, keep] = useKept(`card-layouts:${session?.user_id ?? ''}`)
  const layouts = useMemo(() => readLayouts(kept), [kept])
  const [edited, setEdited] = useState<Device | null>(null)
  const layoutOf = useMemo(() => (device: Device) => layouts[layoutIdOf(device)] ?? DEFAULT_LAYOUT, [layouts])
  return {
    layoutOf,
    edit: setEdited,
    dialog: edited && (
      <CardLayoutDialog
        device={edited}
        layout={layoutOf(edited)}
        alarms={alarms.device(edited.sn_code)}
        pointAlarms={alarms.points(edited.sn_code)}
        onSave={(layout) => keep(JSON.stringify(withLayout(layouts, layoutIdOf(edited), layout)))}
        onClose={() => setEdited(null)}
      />
    ),
  }
}
