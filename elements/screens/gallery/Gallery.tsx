import { useState } from 'react'
import { type ElementProps, useConnection, useText } from '../../define/index.ts'
import { Tabs } from '../../kit/Tabs.tsx'
import { Toasts } from '../../kit/Toasts.tsx'
import { useCall } from '../../parts/use-call.ts'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import { useView } from '../../parts/use-view.ts'
import { useUndoToasts } from '../../parts/user-group-picker/use-undo-toasts.ts'
import type { api, GalleryView } from './api.ts'
import { QuotaBar } from './QuotaBar.tsx'
import { ResourceList } from './ResourceList.tsx'
import { RESOURCE_TYPES } from './resource-types.ts'
import { text } from './text.ts'

export function Gallery(props: ElementProps<typeof api>) {
  const { type, category = null, search, page, onViewChange } = props
  const t = useText(text)
  const { api } = useConnection()
  const [view, change] = useView<GalleryView>({ type, category, search, page }, onViewChange)
  const use = useCall(api.resource.use, {})
  const { toastProps: toasts, done } = useUndoToasts()
  const unsaved = useUnsaved()
  const [total, setTotal] = useState<number | null>(null)
  const shown = RESOURCE_TYPES.find((known) => known === view.type) ?? 'picture'
  const quota = use.data ?? use.last
  return (
    <div className="gallery">
      <div className="gallery-head">
        <h1>{t.title}</h1>
        {total !== null && total > 0 && <span className="gallery-quiet">{t.counted({ count: total })}</span>}
        {quota && <QuotaBar {...quota} />}
      </div>
      <Tabs
        label={t.types}
        selected={shown}
        onSelect={(next) =>
          unsaved.leave(() => change({ type: next === 'picture' ? '' : next, category: null, search: '', page: null }))
        }
        tabs={RESOURCE_TYPES.map((id) => ({
          id,
          label: t[id],
          content: () => (
            <ResourceList
              type={id}
              view={view}
              change={change}
              unsaved={unsaved}
              quota={quota}
              onTotal={setTotal}
              onChanged={use.reload}
              done={done}
            />
          ),
        }))}
      />
      {unsaved.dialog}
      <Toasts {...toasts} />
    </div>
  )
}
