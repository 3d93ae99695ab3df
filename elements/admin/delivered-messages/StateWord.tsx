import type { DeliveredMessage } from '../../../core/contract/audit.ts'
import { useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import type { IconName } from '../../kit/icons.ts'
import { text } from './text.ts'

type State = DeliveredMessage['state']

const ICONS: Record<State, IconName> = { kept: 'pin', waiting: 'clock', sent: 'check', failed: 'warning' }

/** What became of a message, by shape and word. */
export function StateWord({ state }: { state: State }) {
  const t = useText(text)
  return (
    <span className={`message-state message-state-${state}`}>
      <Icon name={ICONS[state]} size={12} />
      {t[state]}
    </span>
  )
}
