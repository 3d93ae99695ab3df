import { useEffect, useMemo, useState } from 'react'
import type * as z from 'zod/mini'
// The call that the page begins with is declared there: it comes beside the element, not after it.
import '../../../core/contract/shared-dashboard.ts'
import type { Connection } from '../../../core/connection/connection.ts'
import type { LinkOpening } from '../../../core/contract/share-link.ts'
import type { sharedDashboard } from '../../../core/contract/shared-dashboard.ts'
import { screenOf } from '../../canvas/view/dashboard-screen.ts'
import { type DashboardTime, NO_TIME } from '../../canvas/view/dashboard-time.ts'
import { useDashboardChoices } from '../../canvas/view/use-dashboard-choices.tsx'
import { useLayout } from '../../canvas/view/use-layout.ts'
import { Viewer } from '../../canvas/view/Viewer.tsx'
import type { ZoomMode } from '../../canvas/view/view-fit.ts'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { LiveMark } from '../../parts/shared-link/LiveMark.tsx'
import { SharedLink } from '../../parts/shared-link/SharedLink.tsx'
import { useVisitorSource } from '../../parts/shared-link/use-visitor-source.ts'
import type { SharedDashboardProps } from './api.ts'

type Opened = z.infer<typeof sharedDashboard.open.output>

const open = (api: Connection['api'], input: z.input<typeof LinkOpening>): Promise<Opened> =>
  api.sharedDashboard.open(input)

export function SharedDashboard({ baseUrl, ...rest }: SharedDashboardProps) {
  return (
    <SharedLink baseUrl={baseUrl} open={open}>
      {(opened, connection) => <Shown opened={opened} connection={connection} {...rest} />}
    </SharedLink>
  )
}

interface ShownProps extends Omit<SharedDashboardProps, 'baseUrl'> {
  opened: Opened
  connection: Connection
}

function Shown({ opened, connection, bare, zoom: initialZoom, layout, onShareOpen }: ShownProps) {
  const { shown, devices } = opened
  const [zoom, setZoom] = useState<ZoomMode>(initialZoom)
  const [isReplaying, setReplaying] = useState(false)
  const live = useVisitorSource(connection, devices)
  const asScreen = useMemo(() => screenOf(shown), [shown])
  const [chosen, setChosen] = useState<DashboardTime>(NO_TIME)
  const [variables, setVariables] = useState('')
  const { time, fill, isReady, tools } = useDashboardChoices(shown, {
    time: chosen,
    onTime: setChosen,
    variables,
    onVariables: setVariables,
    isBare: bare,
    isShared: true,
  })
  const { place, width, arrange, isNarrow } = useLayout(layout ?? null, fill)
  useEffect(() => {
    const { dashboard_id, dashboard_name } = shown.dashboard
    onShareOpen({ dashboard_id, dashboard_name })
  }, [shown, onShareOpen])
  const stay = () => {}
  return (
    <div className="dashboard-place" ref={place}>
      {live && width !== null ? (
        <Viewer
          shown={isReady ? asScreen : null}
          sn_code={opened.sn_code ?? ''}
          live={live}
          zoom={isNarrow ? 'actual' : zoom}
          isBare={bare}
          mayReplay
          isReplaying={isReplaying}
          canGoBack={false}
          isShared
          arrange={arrange}
          time={time}
          tools={tools}
          actions={!isReplaying && <LiveMark connection={connection} devices={devices} />}
          onZoom={setZoom}
          onReplay={setReplaying}
          onGo={stay}
          onPopUp={stay}
          onBack={stay}
          onWriteDone={stay}
        />
      ) : (
        <LoadingState rows={8} />
      )}
    </div>
  )
}
