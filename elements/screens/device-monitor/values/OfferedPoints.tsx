import { useState } from 'react'
import { lazyPart, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import { useRights } from '../../../parts/use-rights.ts'
import { useMonitor } from '../monitor-context.ts'
import { text } from './text.ts'

const AddPointsDialog = lazyPart(() => import('./AddPointsDialog.tsx').then((chunk) => chunk.AddPointsDialog), null)

/** A quiet line where the device reports more than is shown; adding it takes the right to manage devices. */
export function OfferedPoints() {
  const { device } = useMonitor()
  const t = useText(text)
  const count = device.offered.length
  if (count === 0) return null
  return (
    <div className="monitor-offered">
      <Icon name="info" />
      {t.offered({ count })}
      <AddPoints look="plain" />
    </div>
  )
}

export function AddPoints({ look }: { look: 'plain' | 'primary' }) {
  const [isOpen, setOpen] = useState(false)
  const may = useRights()
  const t = useText(text)
  if (!may('P30200')) return null
  return (
    <>
      <Button look={look} icon="plus" onPress={() => setOpen(true)}>
        {t.addThem}
      </Button>
      {isOpen && <AddPointsDialog onClose={() => setOpen(false)} />}
    </>
  )
}
