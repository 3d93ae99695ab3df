import { lazy, Suspense } from 'react'
import { pushSetting } from '../../../core/stores/collections/people.ts'
import { useText } from '../../define/index.ts'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { useCollection } from '../../parts/use-collection.ts'
import { Note } from './Note.tsx'
import { text } from './text.ts'

const PushForm = lazy(() => import('../../parts/push/PushForm.tsx').then((chunk) => ({ default: chunk.PushForm })))

interface OwnPushProps {
  frozen: string | null
  onBind: () => void
}

/** Which alarms reach this user beyond the console. */
export function OwnPush({ frozen, onBind }: OwnPushProps) {
  const t = useText(text)
  // The server does not show it to somebody who is signed in as the user.
  const { data, failure, reload, replace } = useCollection(pushSetting, frozen === null ? {} : null)
  return (
    <section className="account-section">
      <h2>{t.push}</h2>
      {frozen && <Note>{frozen}</Note>}
      {!frozen && !data && failure && <Failure failure={failure} onRetry={reload} />}
      {!frozen && !data && !failure && <Skeleton rows={6} />}
      {data && (
        <Suspense fallback={<Skeleton rows={6} />}>
          <PushForm own={data} onSaved={replace} onChanged={reload} onBind={onBind} />
        </Suspense>
      )}
    </section>
  )
}
