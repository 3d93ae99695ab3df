import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
// The calls that a dashboard begins with are declared there: they come beside the element, not after it.
import '../../../core/contract/dashboard.ts'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Command } from '../../../core/contract/control.ts'
import type { ShownDashboard } from '../../../core/contract/dashboard.ts'
import type { LayoutName } from '../../../core/contract/documents/dashboard.ts'
import { pollWhileVisible } from '../../../core/stores/poll-while-visible.ts'
import { useConnection, useElementState, useText } from '../../define/index.ts'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { useCall } from '../../parts/use-call.ts'
import { loadKinds } from '../controls/kinds.ts'
import { CardContext } from './card-context.ts'
import { screenOf } from './dashboard-screen.ts'
import type { DashboardTime } from './dashboard-time.ts'
import { text } from './text.ts'
import { UnderWayContext, useUnderWay } from './under-way.ts'
import { useDashboardChoices } from './use-dashboard-choices.tsx'
import { useLayout } from './use-layout.ts'
import { useLiveSource } from './use-live-source.ts'
import { Viewer } from './Viewer.tsx'
import type { ZoomMode } from './view-fit.ts'

const NOT_FOUND = '118001'
/** A dashboard that hangs on a wall shows what was saved since. */
const RENEWED_MS = MINUTE_MS

interface DashboardViewProps {
  dashboard_id: number
  /** The device that points without one are of; '' for none. */
  sn_code: string
  zoom: ZoomMode
  isBare: boolean
  isReplaying: boolean
  /** Which layout it has; left out, the one that fits the width of its place. */
  layout?: LayoutName | 'desktop' | null
  /** Which time it shows; left out, its own. */
  time?: DashboardTime
  /** What its variables are, as a query writes it; what is left out is as the dashboard has it. */
  variables?: string
  actions?: (shown: ShownDashboard) => ReactNode
  /** It is not there, or not for this user. */
  onMissing?: () => void
  /** What leads on from there. */
  missingAction?: ReactNode
  onZoom: (zoom: ZoomMode) => void
  onReplay: (isReplaying: boolean) => void
  onTime?: (time: DashboardTime) => void
  onVariables?: (variables: string) => void
  /** Where the page goes from dashboard to dashboard by itself: a component fills the window meanwhile, or no longer. */
  onCardFull?: (isFull: boolean) => void
  /** Said in a component that fills the window. */
  cardNote?: string
  /** A component chose a device. */
  onChoose: (sn_code: string) => void
  onWriteDone: (command: Command) => void
}

/** A dashboard as it was saved last, with its values, laid out for the width that it has. */
export function DashboardView(props: DashboardViewProps) {
  const { dashboard_id, sn_code, isReplaying, layout = null } = props
  const { api } = useConnection()
  const live = useLiveSource()
  const underWay = useUnderWay(props.onWriteDone)
  const { data, last, failure, reload } = useCall(api.dashboard.show, { dashboard_id })
  useEffect(() => {
    loadKinds([]).catch(() => {})
  }, [])
  useEffect(() => pollWhileVisible(RENEWED_MS, reload), [reload])
  const newest = data ?? (last?.dashboard.dashboard_id === dashboard_id ? last : null)
  // What is the same revision is not drawn anew.
  const [kept, setKept] = useState(newest)
  if (newest && (kept === null || versionOf(kept) !== versionOf(newest))) setKept(newest)
  const shown = kept?.dashboard.dashboard_id === dashboard_id ? kept : null
  const asScreen = useMemo(() => shown && screenOf(shown), [shown])
  const { time, fill, isReady, tools } = useDashboardChoices(shown, props)
  const { place, width, arrange, isNarrow } = useLayout(layout, fill)

  const { cardNote = '' } = props
  const tellFull = useEffectEvent((isFull: boolean) => props.onCardFull?.(isFull))
  const cards = useMemo(() => ({ onFull: (isFull: boolean) => tellFull(isFull), note: cardNote }), [cardNote])
  const isMissing = failure instanceof ApiError
  const tellMissing = useEffectEvent(() => props.onMissing?.())
  useEffect(() => {
    if (isMissing) tellMissing()
  }, [isMissing])
  const isNone = failure instanceof ApiError && failure.code === NOT_FOUND
  const instead = isNone ? (
    <NoDashboard action={props.missingAction} />
  ) : failure && !shown ? (
    <Failure failure={failure} onRetry={reload} />
  ) : null
  return (
    <div className="dashboard-place" ref={place}>
      {instead ??
        (live && width !== null ? (
          <CardContext value={cards}>
            <UnderWayContext value={underWay}>
              <Viewer
                shown={isReady ? asScreen : null}
                sn_code={sn_code}
                live={live}
                zoom={isNarrow ? 'actual' : props.zoom}
                isBare={props.isBare}
                mayReplay
                isReplaying={isReplaying}
                canGoBack={false}
                arrange={arrange}
                onChoose={props.onChoose}
                time={time}
                tools={tools}
                actions={shown && props.actions?.(shown)}
                onZoom={props.onZoom}
                onReplay={props.onReplay}
                onGo={() => {}}
                onPopUp={() => {}}
                onBack={() => {}}
                onWriteDone={props.onWriteDone}
              />
            </UnderWayContext>
          </CardContext>
        ) : (
          <LoadingState rows={8} />
        ))}
    </div>
  )
}

function NoDashboard({ action }: { action: ReactNode }) {
  const t = useText(text)
  useElementState('empty')
  return <EmptyState icon="tiles" title={t.noDashboard} explanation={t.noDashboardWhy} action={action} />
}

const versionOf = ({ dashboard, items, asks }: ShownDashboard): string =>
  JSON.stringify([dashboard.dashboard_id, dashboard.shown_revision, dashboard.dashboard_name, items, asks])
