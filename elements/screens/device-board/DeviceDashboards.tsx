import { useState } from 'react'
import { DashboardView } from '../../canvas/view/DashboardView.tsx'
import { useConnection, useText } from '../../define/index.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { Select } from '../../kit/Select.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { useCall } from '../../parts/use-call.ts'
import { text } from './text.ts'

interface DeviceDashboardsProps {
  device: { sn_code: string; dev_alias: string }
  isOpen: boolean
  onClose: () => void
}

/** The dashboards of a device's template, which show this device. */
export function DeviceDashboards({ device: { sn_code, dev_alias }, isOpen, onClose }: DeviceDashboardsProps) {
  const t = useText(text)
  const { api } = useConnection()
  const { data, failure, reload } = useCall(api.dashboard.ofDevice, isOpen ? { sn_code } : null)
  const [chosen, setChosen] = useState<number | null>(null)
  const shown = data?.find(({ dashboard_id }) => dashboard_id === chosen) ?? data?.[0]
  return (
    <Dialog title={t.dashboardOf({ name: dev_alias })} isOpen={isOpen} onClose={onClose} size="large">
      <div className="device-dashboards">
        {failure && !data && <Failure failure={failure} onRetry={reload} />}
        {!data && !failure && <Skeleton rows={6} />}
        {data?.length === 0 && <EmptyState icon="gauge" title={t.noDashboards} explanation={t.noDashboardsWhy} />}
        {data && data.length > 1 && (
          <Select
            label={t.dashboard}
            isLabelHidden
            options={data.map(({ dashboard_id, dashboard_name }) => ({ id: `${dashboard_id}`, label: dashboard_name }))}
            value={`${shown?.dashboard_id}`}
            onChange={(id) => setChosen(Number(id))}
          />
        )}
        {shown && (
          <DashboardView
            dashboard_id={shown.dashboard_id}
            sn_code={sn_code}
            zoom="fit"
            isBare
            isReplaying={false}
            onZoom={() => {}}
            onReplay={() => {}}
            onChoose={() => {}}
            onWriteDone={() => {}}
          />
        )}
      </div>
    </Dialog>
  )
}
