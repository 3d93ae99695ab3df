import type { OpenSession } from '../../../../core/contract/account.ts'
import { useElement, useFormat, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import { Age } from '../../../parts/Age.tsx'
import { agentText } from './agent-text.ts'
import { text } from './text.ts'

interface SessionRowProps {
  session: OpenSession
  isPending: boolean
  /** Null where it cannot be ended here. */
  onEnd: (() => void) | null
}

export function SessionRow({ session, isPending, onEnd }: SessionRowProps) {
  const t = useText(text)
  const { lang } = useElement()
  const format = useFormat()
  const name = agentText(session.agent, lang)
  return (
    <li className="account-session">
      <div className="account-session-what">
        <span className="account-session-name">
          <strong>{name}</strong>
          {session.is_this && (
            <span className="account-mark account-mark-good">
              <Icon name="check" size={12} />
              {t.thisOne}
            </span>
          )}
          {session.simulated_by !== null && (
            <span className="account-mark account-mark-warning">
              <Icon name="user" size={12} />
              {t.simulatedBy({ name: session.simulated_by })}
            </span>
          )}
        </span>
        <dl className="account-session-facts">
          <div>
            <dt>{t.address}</dt>
            <dd>{session.address}</dd>
          </div>
          <div>
            <dt>{t.signedIn}</dt>
            <dd>{format.dateTime(session.created_time)}</dd>
          </div>
          <div>
            <dt>{t.seen}</dt>
            <dd>
              <Age time={session.last_seen_time} />
            </dd>
          </div>
        </dl>
      </div>
      {onEnd && (
        <Button isPending={isPending} onPress={onEnd}>
          {t.end} <span className="sg-hidden-visually">{name}</span>
        </Button>
      )}
    </li>
  )
}
