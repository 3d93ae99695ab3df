import { organisationSettings } from '../../../core/stores/collections/people.ts'
import { useText } from '../../define/index.ts'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { useCollection } from '../../parts/use-collection.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { text } from './text.ts'

export function OrganisationSettingsPage() {
  const t = useText(text)
  const { data, failure, reload, replace } = useCollection(organisationSettings)
  return (
    <div className="org">
      <h1>{t.heading}</h1>
      <p className="org-quiet">{t.why}</p>
      {data && <SettingsForm kept={data} onSaved={replace} />}
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
