import { useState } from 'react'
import { SnCode } from '../../../core/contract/telemetry.ts'
import { DashboardView } from '../../canvas/view/DashboardView.tsx'
import type { DashboardTime } from '../../canvas/view/dashboard-time.ts'
import type { ZoomMode } from '../../canvas/view/view-fit.ts'
import { useText } from '../../define/index.ts'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import type { DashboardProps } from './api.ts'
import { text } from './text.ts'

export function Dashboard(props: DashboardProps) {
  const { dashboard, sn, layout, bare, onDeviceChange, onTimeChange, onZoomChange, onReplayChange, onWriteDone } = props
  const t = useText(text)
  const [zoom, setZoom] = useState<{ fromProps: string; chosen: ZoomMode } | null>(null)
  const [replay, setReplay] = useState<{ fromProps: boolean; chosen: boolean } | null>(null)
  const [device, setDevice] = useState<{ fromProps: string; chosen: string } | null>(null)
  const chosen = device?.fromProps === sn ? device.chosen : sn.trim()
  const { range = '', start = null, end = null, compare } = props
  const fromProps: DashboardTime = { range, start, end, compare }
  const timeKey = JSON.stringify(fromProps)
  const [values, setValues] = useState<{ fromProps: string; chosen: string } | null>(null)
  const [time, setTime] = useState<{ fromProps: string; chosen: DashboardTime } | null>(null)
  if (dashboard === undefined) return <EmptyElement icon="tiles" title={t.nothing} explanation={t.nothingWhy} />
  return (
    <div className="dashboard">
      <DashboardView
        dashboard_id={dashboard}
        sn_code={SnCode.safeParse(chosen).success ? chosen : ''}
        layout={layout ?? null}
        time={time?.fromProps === timeKey ? time.chosen : fromProps}
        onTime={(next) => {
          if (!onTimeChange(next)) setTime({ fromProps: timeKey, chosen: next })
        }}
        variables={values?.fromProps === props.variables ? values.chosen : props.variables}
        onVariables={(next) => {
          if (!props.onVariablesChange({ variables: next })) setValues({ fromProps: props.variables, chosen: next })
        }}
        zoom={zoom?.fromProps === props.zoom ? zoom.chosen : props.zoom}
        isBare={bare}
        isReplaying={replay?.fromProps === props.replay ? replay.chosen : props.replay}
        onZoom={(next) => {
          if (!onZoomChange({ zoom: next })) setZoom({ fromProps: props.zoom, chosen: next })
        }}
        onReplay={(next) => {
          if (!onReplayChange({ replay: next })) setReplay({ fromProps: props.replay, chosen: next })
        }}
        onChoose={(sn_code) => {
          if (!onDeviceChange({ sn_code })) setDevice({ fromProps: sn, chosen: sn_code })
        }}
        onWriteDone={({ sn_code, key, id, status }) => void onWriteDone({ sn_code, key, id, status })}
      />
    </div>
  )
}
