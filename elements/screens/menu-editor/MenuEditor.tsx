import { keptMenu } from '../../../core/stores/collections/menus.ts'
import { useText } from '../../define/index.ts'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { useCollection } from '../../parts/use-collection.ts'
import { MenuForm } from './MenuForm.tsx'
import { text } from './text.ts'

export function MenuEditor() {
  const t = useText(text)
  const { data, failure, reload, replace } = useCollection(keptMenu)
  return (
    <div className="menu-editor">
      <h1>{t.heading}</h1>
      <p className="menu-quiet">{t.why}</p>
      {data && <MenuForm kept={data} onSaved={replace} />}
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
