import { whoAmI } from '../../../core/stores/collections/people.ts'
import { type ElementProps, useConnection, useText } from '../../define/index.ts'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { useCall } from '../../parts/use-call.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { useView } from '../../parts/use-view.ts'
import type { AccountView, api } from './api.ts'
import { Closing } from './closing/Closing.tsx'
import { OwnPush } from './OwnPush.tsx'
import { Personal } from './personal/Personal.tsx'
import { SECTIONS } from './sections.ts'
import { Security } from './security/Security.tsx'
import { Sessions } from './sessions/Sessions.tsx'
import { text } from './text.ts'

export function Account(props: ElementProps<typeof api>) {
  const { section, backPath, wechatCode, wechatState, onViewChange, onAccountClosed, onNavigate } = props
  const t = useText(text)
  const { api } = useConnection()
  const [view, change] = useView<AccountView>(
    { section, 'wechat-code': wechatCode || null, 'wechat-state': wechatState || null },
    onViewChange,
  )
  const profile = useCall(api.account.profile, {})
  const who = useCollection(whoAmI)
  const code = view['wechat-code']
  const shown = code === null ? view.section : 'security'
  const failure = profile.data ? who.data === null && who.failure : profile.failure
  const { simulated_by = null, is_experience = false } = who.data ?? {}
  const frozen = simulated_by ? t.simulated({ name: simulated_by.name }) : is_experience ? t.experience : null

  function content() {
    if (failure)
      return (
        <Failure
          failure={failure}
          onRetry={() => {
            profile.reload()
            who.reload()
          }}
        />
      )
    if (!profile.data || !who.data)
      return (
        <>
          <LoadingState />
          <Skeleton rows={6} />
        </>
      )
    return (
      <>
        {/* Hidden, not gone: what was typed there waits. */}
        <div hidden={shown !== 'personal'}>
          <Personal profile={profile.data} frozen={is_experience ? t.experience : null} onChanged={profile.replace} />
        </div>
        <div hidden={shown !== 'security'}>
          <Security
            profile={profile.data}
            frozen={frozen}
            onChanged={profile.replace}
            backPath={backPath}
            wechat={code === null ? null : { code, state: view['wechat-state'] ?? '' }}
            onWechatUsed={() => change({ section: 'security', 'wechat-code': null, 'wechat-state': null })}
          />
        </div>
        {shown === 'push' && <OwnPush frozen={frozen} onBind={() => change({ section: 'security' })} />}
        {shown === 'sessions' && <Sessions frozen={is_experience ? t.experience : null} />}
        {shown === 'closing' && <Closing frozen={frozen} onNavigate={onNavigate} onClosed={onAccountClosed} />}
      </>
    )
  }

  return (
    <div className="account">
      <h1 className="account-title">{t.title}</h1>
      <div className="account-parts">
        <nav className="account-nav" aria-label={t.sections}>
          <ul>
            {SECTIONS.map((id) => (
              <li key={id}>
                <button
                  type="button"
                  className="account-part"
                  aria-current={id === shown ? 'page' : undefined}
                  onClick={() => change({ section: id })}
                >
                  {t[id]}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <div className="account-content">{content()}</div>
      </div>
    </div>
  )
}
