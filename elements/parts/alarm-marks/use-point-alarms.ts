import { useMemo, useState } from 'react'
import type { DeviceMark } from '../../../core/contract/alarm-record.ts'
import { alarmMarks } from '../../../core/stores/collections/states.ts'
import { useAlarmEvents } from '../use-alarm-events.ts'
import { useCollection } from '../use-collection.ts'
import { alarmsOfPoints, type PointAlarms } from './point-alarms.ts'

export const NO_ALARMS: PointAlarms = new Map()
const NONE: readonly DeviceMark[] = []

/**
 * The open alarms of one device, as they come and go; null until they are known, and for who may not see alarms. Of a device
 * that is known to have none nothing is asked before one comes.
 */
export function useDeviceMarks(sn_code: string | null, hasAlarms = true): readonly DeviceMark[] | null {
  const [cameTo, setCameTo] = useState<string | null>(null)
  const mayHaveSome = hasAlarms || cameTo === sn_code
  useAlarmEvents(sn_code, sn_code === null || mayHaveSome ? null : () => setCameTo(sn_code))
  const { data } = useCollection(alarmMarks, sn_code === null || !mayHaveSome ? null : { sn_code })
  return mayHaveSome ? data : NONE
}

/** By their points; none for a device that is not there yet. */
export function usePointAlarms(sn_code: string | null, hasAlarms?: boolean): PointAlarms {
  const marks = useDeviceMarks(sn_code, hasAlarms)
  return useMemo(() => alarmsOfPoints(marks ?? NONE).get(sn_code ?? '') ?? NO_ALARMS, [marks, sn_code])
}
