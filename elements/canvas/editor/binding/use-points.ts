import { useMemo } from 'react'
import type { Point } from '../../../../core/contract/device.ts'
import { pointNamed } from '../../../../core/rules/expression/points.ts'
import type { PointRef } from '../../../../core/rules/expression/syntax.ts'
import { deviceDetail } from '../../../../core/stores/collections/devices.ts'
import { useConnection } from '../../../define/index.ts'
import { type Called, useCall } from '../../../parts/use-call.ts'
import { useCollection } from '../../../parts/use-collection.ts'
import { type TestDevice, useEditor } from '../editor-context.ts'

/** A point with the device that it is named by; '' for the screen's own. */
export interface NamedPoint extends Point {
  readonly sn_code: string
}

const NONE: readonly Point[] = []

/** Points of the template, which are those of the screen's device. */
export function useTemplatePoints(): readonly NamedPoint[] {
  const { template } = useEditor()
  const points = template?.points ?? NONE
  return useMemo(() => points.map((point) => ({ ...point, sn_code: '' })), [points])
}

/** Points of a device by its SN; '' for the template's. Devices of the template have its points and perhaps more. */
export function useDevicePoints(sn_code: string): Pick<Called<readonly NamedPoint[]>, 'data' | 'failure' | 'reload'> {
  const own = useTemplatePoints()
  const detail = useCollection(deviceDetail, sn_code === '' ? null : { sn_code })
  const { data, failure, reload } = detail
  const points = useMemo(() => data?.points.map((point) => ({ ...point, sn_code })) ?? null, [data, sn_code])
  return sn_code === '' ? { data: own, failure: null, reload } : { data: points, failure, reload }
}

/** Devices that can be named: the template's, and the others that the person sees. */
export function useNamedDevices(): readonly TestDevice[] {
  const { api } = useConnection()
  const { devices } = useEditor()
  const others = useCall(api.device.list, ALL).data?.rows
  return useMemo(() => {
    const known = new Set(devices.map(({ sn_code }) => sn_code))
    return [...devices, ...(others ?? []).filter(({ sn_code }) => !known.has(sn_code))]
  }, [devices, others])
}
const ALL = { page: 1, page_size: 100 }

/** The point that a property names, as far as the template knows it. */
export function useNamed(named: string): { ref: PointRef | null; point: Point | undefined } {
  const { template } = useEditor()
  const ref = named === '' ? null : pointNamed(named)
  const point = ref?.sn_code === '' ? template?.points.find(({ key }) => key === ref.key) : undefined
  return { ref, point }
}
