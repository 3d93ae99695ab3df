import { messageOf } from '../../../core/catalogue/codes.ts'
import type { FoundDevice } from '../../../core/contract/device-bulk.ts'
import { useElement, useSheet, useText } from '../../define/index.ts'
import { NoticeDialog } from '../../kit/Dialog.tsx'
import sheet from '../../parts/group-tree/group-dialog.css?sheet'
import { text } from './bulk-text.ts'

/** What stands in the answer for a virtual device. */
const VIRTUAL = '100006'

export type Left = readonly { device: FoundDevice; code: string }[]

/** Those of many devices that were left as they are. */
export function leftOf(
  devices: readonly FoundDevice[],
  outcomes: readonly { id: string; code: string | null }[],
): { done: FoundDevice[]; left: Left } {
  const codes = new Map(outcomes.map(({ id, code }) => [id.toLowerCase(), code]))
  const done: FoundDevice[] = []
  const left: { device: FoundDevice; code: string }[] = []
  for (const device of devices) {
    const code = codes.get(device.sn_code.toLowerCase()) ?? null
    if (code === null) done.push(device)
    else left.push({ device, code })
  }
  return { done, left }
}

/** Says of each device that was left as it is why. */
export function LeftDevices({ left, isOpen, onClose }: { left: Left; isOpen: boolean; onClose: () => void }) {
  useSheet(sheet)
  const t = useText(text)
  const { lang } = useElement()
  return (
    <NoticeDialog title={t.left({ count: left.length })} isOpen={isOpen} onClose={onClose}>
      <div role="alert">
        <ul className="group-dialog">
          {left.map(({ device, code }) => (
            <li key={device.sn_code}>
              {t.leftOne({ name: device.dev_alias, why: code === VIRTUAL ? t.isVirtual : messageOf(code, lang) })}
            </li>
          ))}
        </ul>
      </div>
    </NoticeDialog>
  )
}
