import { useEffect, useMemo, useRef, useState } from 'react'
import type { DeviceDetail } from '../../../core/contract/device.ts'
import { SN_PATTERN } from '../../../core/contract/telemetry.ts'
import { deviceDetail } from '../../../core/stores/collections/devices.ts'
import { settled } from '../../../core/stores/settled.ts'
import { useConnection } from '../../define/index.ts'
import { isCallFailure } from '../../parts/use-call.ts'
import type { FormulaRow } from './virtual-draft.ts'

/** Devices whose points are offered while a formula is typed: their points are read one by one. */
const MOST = 30
/** `WW0001.flow`, `WW0001.[a.b]`, also while the key is still to come; not the digits of a number. */
const NAMED = new RegExp(`\\b(${SN_PATTERN})\\.(?=[A-Za-z_[]|\\s*$)`, 'g')

type Source = Pick<DeviceDetail, 'sn_code' | 'dev_alias' | 'points'>

/** The devices that formulas name, with their points, as far as the user sees them. */
export function useSourcePoints(rows: readonly FormulaRow[]) {
  const connection = useConnection()
  const [sources, setSources] = useState<readonly Source[]>([])
  const requested = useRef(new Set<string>())
  const named = useMemo(() => {
    const found = rows.flatMap(({ formula }) => [...formula.matchAll(NAMED)].map(([, sn = '']) => sn))
    return [...new Set(found)].slice(0, MOST).join(' ')
  }, [rows])

  useEffect(() => {
    for (const sn_code of named.split(' ')) {
      if (sn_code === '' || requested.current.has(sn_code)) continue
      requested.current.add(sn_code)
      void settled(deviceDetail(connection, { sn_code })).then(({ data, failure }) => {
        if (data) setSources((before) => [...before, data])
        // What is no device, or is not seen, offers nothing.
        else if (failure !== null && !isCallFailure(failure)) throw failure
      })
    }
  }, [named, connection])
  return sources
}
