import type { DeliveryState } from '../../../core/contract/push.ts'
import { useSheet, useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import type { IconName } from '../../kit/icons.ts'
import sheet from './deliveries.css?sheet'
import { text } from './text.ts'

const ICONS: Record<DeliveryState, IconName> = {
  kept: 'pin',
  waiting: 'clock',
  sent: 'check',
  failed: 'warning',
  quota: 'minus',
  quiet: 'moon',
  no_address: 'cross',
}

/** What became of a message, by shape and word. */
export function DeliveryMark({ state }: { state: DeliveryState }) {
  useSheet(sheet)
  const t = useText(text)
  return (
    <span className={`delivery-state delivery-state-${state}`}>
      <Icon name={ICONS[state]} size={12} />
      {t[`state_${state}`]}
    </span>
  )
}
