import type { Device } from '../../../core/contract/device.ts'
import { useConnection, useText } from '../../define/index.ts'
import { useCall } from '../use-call.ts'
import { SharedMark } from './SharedMark.tsx'
import { text } from './text.ts'

type ShareFactsProps = Pick<Device, 'sn_code' | 'shared' | 'may_share'>

/** Of a device's own page: who shares it with the reader, or with whom the reader may share it and it is. */
export function ShareFacts({ sn_code, shared, may_share }: ShareFactsProps) {
  const t = useText(text)
  const { api } = useConnection()
  const { data } = useCall(api.deviceShare.list, may_share ? { of: 'given', sn_code } : null)
  const names = data?.rows.map(({ name, user_name }) => name || user_name).join(', ')
  if (shared) return <SharedMark shared={shared} />
  if (!names) return null
  return (
    <div className="monitor-fact">
      <dt>{t.sharedWith}</dt>
      <dd>{names}</dd>
    </div>
  )
}
