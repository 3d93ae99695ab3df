import { useState } from 'react'
import { lazyPart, useText } from '../../define/index.ts'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { text } from './text.ts'

const AlarmDeliveries = lazyPart(
  () => import('../deliveries/AlarmDeliveries.tsx').then((chunk) => chunk.AlarmDeliveries),
  <Skeleton rows={2} />,
)

/** Who was notified outside the console: loaded when somebody opens it. */
export function Notified({ alarm_id }: { alarm_id: string }) {
  const t = useText(text)
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="alarm-panel-notified" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t.notifications}</summary>
      {isOpen && <AlarmDeliveries alarm_id={alarm_id} />}
    </details>
  )
}
