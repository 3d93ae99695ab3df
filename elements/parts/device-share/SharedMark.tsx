import type { Device } from '../../../core/contract/device.ts'
import { useFormat, useText } from '../../define/index.ts'
import { Badge } from '../../kit/StateMark.tsx'
import { text } from './text.ts'

/** Who shares a device with the reader, and until when; nothing where it is the reader's by its group. */
export function SharedMark({ shared }: Pick<Device, 'shared'>) {
  const t = useText(text)
  const format = useFormat()
  if (!shared) return null
  const { by_name: name, until_time } = shared
  return (
    <Badge>
      {until_time === null ? t.sharedBy({ name }) : t.sharedUntil({ name, time: format.dateTime(until_time) })}
    </Badge>
  )
}
