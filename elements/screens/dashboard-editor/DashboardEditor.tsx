import { useMemo } from 'react'
// The call that opens a dashboard is declared there: it comes beside the element, not after it.
import '../../../core/contract/dashboard.ts'
import { dashboardCalls } from '../../canvas/editor/drawn/dashboard-calls.ts'
import { OpenDrawn } from '../../canvas/editor/OpenDrawn.tsx'
import { useConnection, useText } from '../../define/index.ts'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { useView } from '../../parts/use-view.ts'
import { text } from './text.ts'

interface DashboardEditorProps {
  dashboard: number | undefined
  onSaved: (detail: { dashboard_id: number; revision: number; is_draft: boolean }) => boolean
  onViewChange: (detail: { dashboard: number }) => boolean
  onClose: () => boolean
}

export function DashboardEditor({ dashboard, onSaved, onViewChange, onClose }: DashboardEditorProps) {
  const t = useText(text)
  const { api } = useConnection()
  const calls = useMemo(() => dashboardCalls(api), [api])
  const [view, change] = useView(
    { dashboard },
    ({ dashboard: next }) => next !== undefined && onViewChange({ dashboard: next }),
  )
  const id = view.dashboard
  if (id === undefined) return <EmptyElement icon="tiles" title={t.noDashboard} explanation={t.noDashboardWhy} />
  return (
    <OpenDrawn
      key={id}
      calls={calls}
      id={id}
      onOpen={(next) => change({ dashboard: next })}
      onSaved={(drawn) => {
        if (drawn.is !== 'dashboard') return
        const { dashboard_id, revision, shown_revision } = drawn.dashboard
        onSaved({ dashboard_id, revision, is_draft: revision !== shown_revision })
      }}
      onClose={onClose}
    />
  )
}
