import { useCallback } from 'react'
import type { PointSource } from '../../../../core/canvas/point-source.ts'
import type { CallOptions } from '../../../../core/connection/client.ts'
import type { ShownPoint } from '../../../../core/contract/live.ts'
import { useConnection } from '../../../define/index.ts'
import { type Called, useCall } from '../../../parts/use-call.ts'
import { usePointSource } from './view-context.ts'

export type ViewDevicePoint = Pick<
  ShownPoint,
  'key' | 'name' | 'name_en' | 'data_type' | 'unit' | 'decimals' | 'enum_text'
>

/** What a view has to know of a device to show its points. */
export interface ViewDevice {
  readonly dev_alias: string
  readonly report_interval_s: number
  readonly points: ReadonlyMap<string, ViewDevicePoint>
}

/** Where the screen does not know how often a device reports. */
const USUAL_INTERVAL_S = 60

/**
 * Names and units of these devices' points; from the screen where it knows them, else from the server. Devices that are
 * not to be seen are left out; where none is, the call has failed.
 */
export function useViewDevices(sns: readonly string[], isWanted = true): Called<ReadonlyMap<string, ViewDevice>> {
  const { api } = useConnection()
  const source = usePointSource()
  const call = useCallback(
    async (
      { sn_codes }: { sn_codes: readonly string[] },
      options?: CallOptions,
    ): Promise<ReadonlyMap<string, ViewDevice>> => {
      const found = new Map<string, ViewDevice>()
      const failures: unknown[] = []
      const one = async (sn_code: string) => {
        const known = ofScreen(source, sn_code)
        if (known) return found.set(sn_code, known)
        const { dev_alias, report_interval_s, points } = await api.live.device({ sn_code }, options)
        return found.set(sn_code, {
          dev_alias,
          report_interval_s,
          points: new Map(points.map((row) => [row.key, row])),
        })
      }
      await Promise.all(sn_codes.map((sn_code) => one(sn_code).catch((error: unknown) => failures.push(error))))
      if (found.size === 0 && failures.length > 0) throw failures[0]
      return found
    },
    [api, source],
  )
  return useCall(call, isWanted && sns.length > 0 ? { sn_codes: sns } : null)
}

function ofScreen(source: PointSource | null, sn_code: string): ViewDevice | null {
  const facts = source?.device(sn_code)
  if (!facts) return null
  return { dev_alias: facts.dev_alias, report_interval_s: USUAL_INTERVAL_S, points: facts.points }
}
