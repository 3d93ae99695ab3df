import { type ElementProps, useConnection, useText } from '../../define/index.ts'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { PushForm } from '../../parts/push/PushForm.tsx'
import { useCall } from '../../parts/use-call.ts'
import type { api } from './api.ts'
import { text } from './text.ts'

export function PushSettings({ onNavigate }: ElementProps<typeof api>) {
  const t = useText(text)
  const { api } = useConnection()
  const { data, failure, reload, replace } = useCall(api.push.setting, {})
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
