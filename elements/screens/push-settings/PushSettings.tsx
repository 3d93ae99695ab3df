import { pushSetting } from '../../../core/stores/collections/people.ts'
import { type ElementProps, useText } from '../../define/index.ts'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { PushForm } from '../../parts/push/PushForm.tsx'
import { useCollection } from '../../parts/use-collection.ts'
import type { api } from './api.ts'
import { text } from './text.ts'

export function PushSettings({ onNavigate }: ElementProps<typeof api>) {
  const t = useText(text)
  const { data, failure, reload, replace } = useCollection(pushSetting)
  return (
    <div className="push-page">
      <h1>{t.title}</h1>
      {data && (
        <PushForm
          own={data}
          onSaved={replace}
          onChanged={reload}
          onBind={() => void onNavigate({ path: '/account?section=security' })}
        />
      )}
      {!data && failure && <Failure failure={failure} onRetry={reload} />}
      {!data && !failure && (
        <>
          <LoadingState />
          <Skeleton rows={8} />
        </>
      )}
    </div>
  )
}
