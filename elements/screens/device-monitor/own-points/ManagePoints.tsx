import { useState } from 'react'
import { lazyPart, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { useMonitor } from '../monitor-context.ts'
import { text } from '../values/text.ts'

const PointsDialog = lazyPart(() => import('./PointsDialog.tsx').then((chunk) => chunk.PointsDialog), null)

/** Opens what a device says of its points itself, for who may change the device; those of a virtual one have their formulas. */
export function ManagePoints() {
  const { device } = useMonitor()
  const t = useText(text)
  const [isOpen, setOpen] = useState(false)
  // It stays for the way back in its toast.
  const [wasOpened, setOpened] = useState(false)
  if (!device.may_edit || device.is_virtual) return null
  return (
    <>
      <Button
        look="plain"
        icon="settings"
        onPress={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        {t.manage}
      </Button>
      {wasOpened && <PointsDialog device={device} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
