import { lazyPart, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Popover } from '../../kit/Popover.tsx'
import { text } from './text.ts'

const DeviceChoice = lazyPart(() => import('./DeviceChoice.tsx').then((chunk) => chunk.DeviceChoice), null)

interface DevicePickerProps {
  /** Empty for all of them. */
  sn: string
  /** What people call it. */
  name: string
  /** Only those of this group are offered. */
  group?: number | null
  /** What no device is called: all of them, unless it is said. */
  none?: string
  onChoose: (sn: string) => void
}

/** Says which device is meant, and offers those that the user sees. */
export function DevicePicker({ sn, name, group = null, none, onChoose }: DevicePickerProps) {
  const t = useText(text)
  return (
    <Popover label={t.device} trigger={<Button icon="device">{sn ? name : (none ?? t.all)}</Button>}>
      {(close) => (
        <DeviceChoice
          sn={sn}
          group={group}
          {...(none !== undefined && { none })}
          onChoose={(chosen) => {
            onChoose(chosen)
            close()
          }}
        />
      )}
    </Popover>
  )
}
