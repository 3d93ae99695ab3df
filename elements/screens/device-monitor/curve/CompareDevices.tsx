import type { DeviceDetail } from '../../../../core/contract/device.ts'
import { MAX_COMPARED } from '../../../../core/contract/history.ts'
import { lazyPart, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Popover } from '../../../kit/Popover.tsx'
import { text } from './text.ts'

const DeviceChoice = lazyPart(
  () => import('../../../parts/device-choice/DeviceChoice.tsx').then((chunk) => chunk.DeviceChoice),
  null,
)

interface CompareDevicesProps {
  device: DeviceDetail
  /** The keys of the points that are shown: devices that have them are offered first. */
  keys: readonly string[]
  sns: readonly string[]
  onChange: (sns: string[]) => void
}

/** Offers other devices to compare with, up to three. */
export function CompareDevices({ device, keys, sns, onChange }: CompareDevicesProps) {
  const t = useText(text)
  return (
    <Popover label={t.compareDevices} trigger={<Button icon="device">{t.compareDevices}</Button>}>
      <DeviceChoice
        sn={sns}
        group={null}
        like={{ sn_code: device.sn_code, keys, atMost: MAX_COMPARED }}
        onChoose={(sn) => onChange(sns.includes(sn) ? sns.filter((one) => one !== sn) : [...sns, sn])}
      />
    </Popover>
  )
}
