import { signInRule } from '../../../core/stores/collections/people.ts'
import { useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { useCollection } from '../../parts/use-collection.ts'
import { useRights } from '../../parts/use-rights.ts'
import { RuleForm } from './RuleForm.tsx'
import { text } from './text.ts'

export function SignInRulePage() {
  const t = useText(text)
  const holds = useRights()
  const { data, failure, reload, replace } = useCollection(signInRule)

  function content() {
    if (!data)
      return failure ? (
        <Failure failure={failure} onRetry={reload} />
      ) : (
        <>
          <LoadingState />
          <Skeleton rows={5} />
        </>
      )
    if (holds('administrator')) return <RuleForm rule={data} onSaved={replace} />
    const { least, most, any } = data.password_rule
    return (
      <>
        <p className="rule-note">
          <Icon name="info" />
          {t.readOnly}
        </p>
        <Facts
          facts={[
            [t.length, t.lengthOf({ least, most })],
            [t.characters, any ? t.any : t.plain],
            [t.sessions, data.one_session ? t.oneSession : t.severalSessions],
          ]}
        />
      </>
    )
  }

  return (
    <div className="rule">
      <h1>{t.title}</h1>
      <p className="rule-quiet">{t.why}</p>
      {content()}
    </div>
  )
}
