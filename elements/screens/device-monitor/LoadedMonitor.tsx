import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Command } from '../../../core/contract/control.ts'
import type { DeviceDetail } from '../../../core/contract/device.ts'
import { useElement } from '../../define/index.ts'
import { useAlarmEvents } from '../../parts/use-alarm-events.ts'
import { useOnScreen } from '../../parts/use-on-screen.ts'
import { ConnectionLine } from './header/ConnectionLine.tsx'
import { Header } from './header/Header.tsx'
import { MonitorTabs } from './MonitorTabs.tsx'
import { type Monitor, MonitorProvider } from './monitor-context.ts'
import type { MonitorProps, MonitorView } from './monitor-props.ts'
import { chosenPoints, isDrawable } from './points.ts'
import { useShownReadings } from './use-shown-readings.ts'
import { useWrites } from './use-writes.ts'

interface LoadedMonitorProps extends MonitorProps {
  device: DeviceDetail
  reload: () => void
  replaceDevice: (device: DeviceDetail) => void
}

export function LoadedMonitor(props: LoadedMonitorProps) {
  const { device, reload, replaceDevice, points, favourite, compact, ...rest } = props
  const { sn_code } = device
  const [ref, isOnScreen] = useOnScreen()
  const { $readings, refused } = useShownReadings(sn_code, isOnScreen, reload)
  // An alarm changes the count and may change the state; both come with the device.
  useAlarmEvents(sn_code, reload)

  const { host, report } = useElement()
  useEffect(() => {
    if (refused) report('data', refused, { code: refused })
  }, [refused, report])

  // What is chosen lands in the attributes, so that the page can read and restore it.
  const show = useEffectEvent((view: MonitorView) => {
    for (const [name, value] of Object.entries(view)) {
      if (value === null) host.removeAttribute(name)
      else host.setAttribute(name, value)
    }
    rest.onViewChange(view)
  })
  const selectPoint = useEffectEvent((key: string) => {
    const isOwn = rest.onPointSelect({ sn_code, key })
    const point = device.points.find((one) => one.key === key)
    if (!isOwn && point && isDrawable(point)) show({ tab: 'curve', moment: key, alarm: '' })
  })
  const writeDone = useEffectEvent(({ key, id, status }: Command) => {
    rest.onWriteDone({ sn_code, key, id, status })
  })
  const writes = useWrites(sn_code, writeDone)
  const [guard] = useState<Monitor['guard']>(() => ({ leave: (goOn) => goOn() }))
  const monitor = useMemo<Monitor | null>(
    () =>
      writes && {
        device,
        points: chosenPoints(device.points, points),
        $readings,
        writes,
        selectPoint: (key) => selectPoint(key),
        show: (view) => show(view),
        guard,
        replaceDevice,
      },
    [device, points, $readings, writes, guard, replaceDevice],
  )

  if (!monitor) return null
  return (
    <MonitorProvider value={monitor}>
      <section ref={ref} className="monitor" aria-label={device.dev_alias}>
        <Header favourite={favourite} isCompact={compact}>
          <ConnectionLine refused={refused} />
        </Header>
        <MonitorTabs {...rest} />
      </section>
    </MonitorProvider>
  )
}
