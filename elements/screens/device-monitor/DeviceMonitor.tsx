import { ApiError } from '../../../core/contract/api-error.ts'
import { SnCode } from '../../../core/contract/telemetry.ts'
import { deviceDetail } from '../../../core/stores/collections/devices.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { useCollection } from '../../parts/use-collection.ts'
import { useRights } from '../../parts/use-rights.ts'
import { LoadedMonitor } from './LoadedMonitor.tsx'
import { LoadingMonitor } from './LoadingMonitor.tsx'
import type { MonitorProps } from './monitor-props.ts'
import { text } from './text.ts'

const NOT_FOUND = '110509'

export function DeviceMonitor(props: MonitorProps) {
  const t = useText(text)
  const sn_code = props.sn.trim()
  const isSn = SnCode.safeParse(sn_code).success
  const { data, failure: refused, reload, replace } = useCollection(deviceDetail, isSn ? { sn_code } : null)
  const failure = sn_code && !isSn ? new ApiError(NOT_FOUND) : refused
  const isMissing = failure instanceof ApiError && failure.code === NOT_FOUND

  if (!sn_code) return <NoDevice />
  if (data) return <LoadedMonitor key={sn_code} {...props} device={data} reload={reload} replaceDevice={replace} />
  if (!failure) return <LoadingMonitor isCompact={props.compact} />
  if (!isMissing) return <Failure failure={failure} onRetry={reload} />
  return (
    <Failure
      failure={failure}
      onRetry={reload}
      explanation={t.missingWhy}
      action={<DevicesButton onNavigate={props.onNavigate} />}
    />
  )
}

function DevicesButton({ onNavigate }: Pick<MonitorProps, 'onNavigate'>) {
  const t = useText(text)
  const holds = useRights()
  if (!holds('P30000')) return null
  return <Button onPress={() => void onNavigate({ path: '/device' })}>{t.toDevices}</Button>
}

function NoDevice() {
  const t = useText(text)
  return <EmptyElement icon="device" title={t.noDevice} explanation={t.noDeviceWhy} />
}
