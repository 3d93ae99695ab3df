import { useMemo } from 'react'
import type { DeviceGroup } from '../../../../core/contract/device.ts'
import { deviceGroups } from '../../../../core/stores/collections/devices.ts'
import { useDeviceName } from '../../../parts/device-choice/use-device-name.ts'
import { useCollection } from '../../../parts/use-collection.ts'
import type { AlarmFeedView } from '../api.ts'

/** Whose alarms are shown, in words, and whose could be. */
export interface Whose {
  /** Those that the user sees; null until they are there, and for who may not read devices. */
  readonly groups: readonly DeviceGroup[] | null
  readonly deviceName: string
  readonly groupName: string
}

const NO_DEVICE = ''

/** Nothing is loaded where there is no place for it. */
export function useWhose({ sn, group }: AlarmFeedView, isSmall: boolean): Whose {
  const { data: groups, failure } = useCollection(deviceGroups, isSmall ? null : {})
  const deviceName = useDeviceName(isSmall ? NO_DEVICE : sn)
  const found = groups?.find(({ group_id }) => group_id === group)
  const groupName = found?.group_name ?? (groups || failure ? String(group) : '…')
  return useMemo(() => ({ groups, deviceName, groupName }), [groups, deviceName, groupName])
}
