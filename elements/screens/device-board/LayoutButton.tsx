import type { Device } from '../../../core/contract/device.ts'
import { useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Menu } from '../../kit/Menu.tsx'
import { layoutIdOf } from './card-layout.ts'
import { text } from './text.ts'

interface LayoutButtonProps {
  rows: readonly Device[]
  /** The device that is open beside the others; '' for none. */
  openSn: string
  onEdit: (device: Device) => void
}

/** Opens the card layout of the open device, else of one of the templates that the board shows. */
export function LayoutButton({ rows, openSn, onEdit }: LayoutButtonProps) {
  const t = useText(text)
  const open = rows.find(({ sn_code }) => sn_code === openSn)
  // The first of each: a later one of the same replaces it in a map.
  const each = [...new Map(rows.toReversed().map((device) => [layoutIdOf(device), device])).values()].toReversed()
  const [only] = open ? [open] : each
  if (!only) return null
  if (open || each.length === 1) return <IconButton icon="settings" label={t.cardLayout} onPress={() => onEdit(only)} />
  return (
    <Menu
      label={t.cardLayout}
      entries={each.map((device) => ({
        id: layoutIdOf(device),
        label: device.module_name ?? device.dev_alias,
        onAction: () => onEdit(device),
      }))}
    >
      <IconButton icon="settings" label={t.cardLayout} />
    </Menu>
  )
}
