import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Point } from '../../../../core/contract/device.ts'
import { deviceWords } from '../../../../core/text/device-words.ts'
import { lazyPart, useElement, useText } from '../../../define/index.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import { Popover } from '../../../kit/Popover.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { Tooltip } from '../../../kit/Tooltip.tsx'
import { pointName } from '../../../parts/point-text.ts'
import { RowAction } from '../../../parts/RowAction.tsx'
import { useSessionOver } from '../../../parts/use-session-over.ts'
import { text } from '../../../parts/write/text.ts'
import { WriteMark } from '../../../parts/write/WriteMark.tsx'
import { writeOf } from '../../../parts/write/writes.ts'
import { useMonitor } from '../monitor-context.ts'
import { useDevState, useLiveValue } from '../values/use-live-value.ts'

// The fields for values come with the first write, not with the first look.
const WritePanel = lazyPart(
  () => import('../../../parts/write/WritePanel.tsx').then((chunk) => chunk.WritePanel),
  <Skeleton rows={4} />,
)

interface WriteControlProps {
  point: Point
  /** A shape alone, named by its tooltip. */
  isSmall?: boolean
  /** Without room for how many steps it takes. */
  isShort?: boolean
}

/** Opens the write of a point. Absent where the user may not; where the session is over or the device cannot be reached, it says so. */
export function WriteControl({ point, isSmall = false, isShort = false }: WriteControlProps) {
  const { device, writes } = useMonitor()
  const write = writeOf(useStore(writes.$writes, { keys: [point.key] }), point.key)
  const dev_state = useDevState()
  const now = useLiveValue(point.key)?.[0]
  const [isOpen, setOpen] = useState(false)
  const { lang } = useElement()
  const t = useText(text)
  const isOver = useSessionOver()
  if (point.access !== 'rw' || !device.may_write) return null

  const blocked = isOver ? t.over : dev_state === 2 ? t.offline : dev_state === 4 ? t.unregistered : null
  if (blocked !== null && !write) {
    return (
      <Tooltip text={blocked}>
        <span className="monitor-write-off">
          <Icon name="edit" />
          {!isSmall && t.write}
        </span>
      </Tooltip>
    )
  }
  const changeOpen = (next: boolean) => {
    setOpen(next)
    if (!next && write && isSettled(write.status)) writes.dismiss(point.key)
  }
  const word = point.two_step && !isShort ? t.writeInTwo : t.write
  const opener = isSmall ? (
    <IconButton icon="edit" label={word} />
  ) : (
    <Button look="plain" icon="edit">
      {word}
    </Button>
  )
  const progress = write && (
    <Button look="plain">
      <WriteMark status={write.status} />
    </Button>
  )
  return (
    <RowAction>
      <Popover
        label={t.writeTo({ name: pointName(point, lang), device: deviceWords(device) })}
        placement="bottom start"
        isOpen={isOpen}
        onOpenChange={changeOpen}
        trigger={progress ?? opener}
      >
        <WritePanel
          title={`${pointName(point, lang)} · ${deviceWords(device)}`}
          point={point}
          writes={writes}
          now={now}
          onClose={() => changeOpen(false)}
        />
      </Popover>
    </RowAction>
  )
}

const isSettled = (status: string) => !['sending', 'sent', 'acknowledged'].includes(status)
