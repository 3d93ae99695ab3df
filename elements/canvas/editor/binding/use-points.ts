import { useMemo } from 'react'
import type { Point } from '../../../../core/contract/device.ts'
import { pointNamed, writePoint } from '../../../../core/rules/expression/points.ts'
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

/** Points of the template, which are those of the device that is shown. */
export function useTemplatePoints(): readonly NamedPoint[] {
  const { template } = useEditor()
  const points = template?.points ?? NONE
  return useMemo(() => points.map((point) => ({ ...point, sn_code: '' })), [points])
}

/**
 * Points of a device by its SN; '' for the one that is shown: the template's, or without a template those of the device
 * that is tested with. Devices of the template have its points and perhaps more.
 */
export function useDevicePoints(sn_code: string): Pick<Called<readonly NamedPoint[]>, 'data' | 'failure' | 'reload'> {
  const { drawn, sn_code: tested } = useEditor()
  const own = useTemplatePoints()
  const isOwn = sn_code === '' && (drawn.template_id !== null || tested === '')
  const detail = useCollection(deviceDetail, isOwn ? null : { sn_code: sn_code || tested })
  const { data, failure, reload } = detail
  const points = useMemo(() => data?.points.map((point) => ({ ...point, sn_code })) ?? null, [data, sn_code])
  return isOwn ? { data: own, failure: null, reload } : { data: points, failure, reload }
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

interface Named {
  readonly ref: PointRef | null
  /** As the template or its device knows it. */
  readonly point: Point | undefined
  /** What people call the device that it names; '' for the one that is shown. */
  readonly device: string
  /** There is no such point. */
  readonly isUnknown: boolean
}

/** The point that a property names: the template's, or that of the device that it names. */
export function useNamed(named: string): Named {
  const { template } = useEditor()
  const ref = named === '' ? null : pointNamed(named)
  const sn_code = ref?.sn_code ?? ''
  const { data } = useCollection(deviceDetail, sn_code === '' ? null : { sn_code })
  const points = sn_code === '' ? template?.points : data?.points
  const point = points?.find(({ key }) => key === ref?.key)
  const isUnknown = points !== undefined && ref !== null && ref.key !== '*' && point === undefined
  return { ref, point, isUnknown, device: sn_code === '' ? '' : (data?.dev_alias ?? sn_code) }
}

/** The point that an expression consists of, with its device where that is another one than the one that is shown. */
export function useAlone(expression: string): Pick<Named, 'point' | 'device'> {
  const ref = pointNamed(expression)
  const { point, device } = useNamed(ref && writePoint(ref) === expression ? expression : '')
  return { point, device }
}
