import { useMemo } from 'react'
import type { Quality } from '../../../../core/contract/telemetry.ts'
import { useFormat } from '../../../define/index.ts'
import { valueText, valueWithUnit } from '../../../parts/point-text.ts'
import type { CallFailure } from '../../../parts/use-call.ts'
import { nameOf, onChart } from './chart-looks.ts'
import { pointsOf, type ViewPoint } from './point-of.ts'
import { useNewest } from './use-newest.ts'
import { useViewDevices, type ViewDevice } from './use-view-devices.ts'

/** A point of a chart whose categories are points. */
export interface CategoryRow {
  readonly point: string
  readonly label: string
  /** '' for the next of the theme's. */
  readonly colour: string
}

export interface Category {
  readonly id: string
  readonly name: string
  readonly colour: string
  /** Null where there is none that can be drawn. */
  readonly value: number | null
  /** With its unit. */
  readonly text: string
  readonly quality: Quality
}

interface Categories {
  readonly points: readonly ViewPoint[]
  /** Null until the devices are known. */
  readonly categories: readonly Category[] | null
  readonly devices: ReadonlyMap<string, ViewDevice>
  readonly failure: CallFailure | null
  readonly reload: () => void
}

const NO_DEVICES: ReadonlyMap<string, ViewDevice> = new Map()

export const colourAt = (colour: string, index: number): string => colour || `var(--sg-series-${(index % 10) + 1})`

/** Points with their names, colours and newest values. */
export function useCategories(rows: readonly CategoryRow[], sn_code: string, isWanted: boolean): Categories {
  const format = useFormat()
  const points = useMemo(() => pointsOf(rows, sn_code), [rows, sn_code])
  const sns = useMemo(() => [...new Set(points.map((point) => point.sn_code))], [points])
  const called = useViewDevices(sns, isWanted)
  const devices = called.data ?? called.last ?? NO_DEVICES
  const newest = useNewest(points, isWanted)
  const colours = useMemo(() => coloursById(rows, sn_code), [rows, sn_code])
  const categories = points.map((point, index): Category => {
    const known = devices.get(point.sn_code)?.points.get(point.key)
    const { value, quality } = newest.get(point.id) ?? { value: null, quality: 'good' as const }
    const drawn = onChart(value)
    return {
      id: point.id,
      name: nameOf(point, devices, format),
      colour: colourAt(colours.get(point.id) ?? '', index),
      value: Number.isNaN(drawn) ? null : drawn,
      text: typeof value === 'number' ? valueWithUnit(value, known, format) : valueText(value, known, format),
      quality,
    }
  })
  const { failure, reload } = called
  return { points, categories: devices.size > 0 ? categories : null, devices, failure, reload }
}

const coloursById = (rows: readonly CategoryRow[], sn_code: string): ReadonlyMap<string, string> =>
  new Map(rows.toReversed().flatMap((row) => pointsOf([row], sn_code).map(({ id }) => [id, row.colour] as const)))
