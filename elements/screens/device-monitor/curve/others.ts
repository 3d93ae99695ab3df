import type { DeviceDetail } from '../../../../core/contract/device.ts'
import { MAX_COMPARED } from '../../../../core/contract/history.ts'
import { SnCode } from '../../../../core/contract/telemetry.ts'
import { deviceWords } from '../../../../core/text/device-words.ts'
import type { Format } from '../../../../core/text/format.ts'
import { curveSeries } from '../../../parts/curves/curve-series.ts'
import type { Curves } from '../../../parts/curves/use-curves.ts'
import { pointName } from '../../../parts/point-text.ts'
import { isDrawable } from '../points.ts'
import { type CurveRow, freshMsOf, looksOf } from './rows.ts'

const COLOURS = 10

/** The devices that the attribute `compare` names beside its own, each once. */
export function othersOf(compare: string, own: string): string[] {
  const bySn = new Map<string, string>()
  for (const name of compare.split(',')) {
    const sn = name.trim()
    if (SnCode.safeParse(sn).success && sn.toUpperCase() !== own.toUpperCase()) bySn.set(sn.toUpperCase(), sn)
  }
  return [...bySn.values()].slice(0, MAX_COMPARED)
}

export interface OtherDevice {
  sn_code: string
  /** Which one it is, from 0. */
  place: number
  /** Null where it is not known, or may not be seen any more. */
  device: DeviceDetail | null
  /** Why nothing of it is shown; '' where something is. */
  refusal: string
  /** The points of the page's own device that are shown, with what they are called there. */
  wanted: readonly { key: string; name: string }[]
  curves: Curves | null
}

interface OtherWords {
  noPoint: string
  unreadable: string
}

/** Curves of another device's points, each of its own unit, words and gaps; in their places why there are none. */
export function otherRows(other: OtherDevice, words: OtherWords, format: Format): CurveRow[] {
  const { sn_code, place, device, refusal, wanted, curves } = other
  const named = deviceWords({ sn_code, dev_alias: device?.dev_alias ?? '' })
  const base = { sn_code, other: place, points: new Float64Array() }
  if (refusal !== '') return [{ ...base, id: sn_code, key: '', name: named, note: refusal }]
  if (!device) return []
  return wanted.flatMap(({ key, name }, at): CurveRow[] => {
    const point = device.points.find((one) => one.key === key)
    const row = {
      ...base,
      id: `${sn_code} ${key}`,
      key,
      name: `${named} · ${point ? pointName(point, format.lang) : name}`,
      // From behind: the first colours of two devices are too much alike.
      colour: (wanted.length * (place + 2) - 1 - at) % COLOURS,
    }
    if (!point || !isDrawable(point)) return [{ ...row, note: words.noPoint }]
    const curve = curves?.now.get(key)
    if (curve && curves)
      return [
        {
          ...row,
          ...looksOf(point, format),
          ...curveSeries(curve, { ...curves.query, ...freshMsOf(point, device.report_interval_s) }),
        },
      ]
    return curves?.failures.has(key) ? [{ ...row, note: words.unreadable }] : []
  })
}
