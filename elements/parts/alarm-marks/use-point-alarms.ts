import { useMemo } from 'react'
import { alarmMarks } from '../../../core/stores/collections/states.ts'
import { useCollection } from '../use-collection.ts'
import { alarmsOfPoints, type PointAlarms } from './point-alarms.ts'

export const NO_ALARMS: PointAlarms = new Map()

/** The open alarms of one device's points, as they come and go; none for a device that is not there yet, and for who may not see alarms. */
export function usePointAlarms(sn_code: string | null): PointAlarms {
  const { data } = useCollection(alarmMarks, sn_code === null ? null : { sn_code })
  return useMemo(() => alarmsOfPoints(data ?? []).get(sn_code ?? '') ?? NO_ALARMS, [data, sn_code])
}
