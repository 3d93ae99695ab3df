import { useMemo } from 'react'
import type { RuleOwner } from '../../../core/contract/alarm-rules.ts'
import { deviceDetail } from '../../../core/stores/collections/devices.ts'
import { useConnection } from '../../define/index.ts'
import { useCall } from '../use-call.ts'
import { useCollection } from '../use-collection.ts'

export interface RuleDevice {
  sn_code: string
  dev_alias: string
  report_interval_s: number
}

/** What is offered at once; the report interval is the usual one until the device's own is known. */
const OFFERED = { page: 1, page_size: 100 as const }

/** Devices that have the rules, those that the user sees; the chosen one with its newest values. */
export function useRuleDevices({ template_id, sn_code }: RuleOwner, chosen: string | null) {
  const { api } = useConnection()
  const bound = useCall(api.template.bindings, template_id === undefined ? null : { ...OFFERED, template_id })
  const first = sn_code ?? chosen ?? bound.data?.rows[0]?.sn_code ?? null
  const detail = useCollection(deviceDetail, first === null ? null : { sn_code: first })
  const readings = useCall(api.device.readings, first === null ? null : { sn_code: first })
  const devices = useMemo((): RuleDevice[] => {
    const report_interval_s = detail.data?.report_interval_s ?? 10
    if (sn_code !== undefined) return detail.data ? [{ ...detail.data, report_interval_s }] : []
    return (bound.data?.rows ?? []).map((row) => ({ ...row, report_interval_s }))
  }, [sn_code, bound.data, detail.data])
  return { devices, sn_code: first, isLoading: bound.isLoading, values: readings.data?.values ?? null }
}
