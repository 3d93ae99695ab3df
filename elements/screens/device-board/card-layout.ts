import type { Device, Point } from '../../../core/contract/device.ts'
import { readJson } from '../../../core/contract/json.ts'
import { alarmsFirst, type PointAlarms } from '../../parts/alarm-marks/point-alarms.ts'

export const MOST_POINTS = 8
/** Points of a card that nobody has laid out. */
export const SHOWN = 4
/** So many layouts are kept: those that were changed last. */
const MOST_LAYOUTS = 200
/** Where a device is says little as two numbers; its own page has the map. */
const PLACE = ['lat', 'lng']

/** What the card of a device shows. */
export interface CardLayout {
  /** Points in this order; null as they are ranked. */
  readonly keys: readonly string[] | null
  readonly hasPicture: boolean
}
/** By what each is of. */
export type CardLayouts = Readonly<Record<string, CardLayout>>

export const DEFAULT_LAYOUT: CardLayout = { keys: null, hasPicture: false }

/** What a layout is of: the device's template, or the device itself where it has none. */
export const layoutIdOf = ({ template_id, sn_code }: Pick<Device, 'template_id' | 'sn_code'>): string =>
  template_id === null ? `sn:${sn_code}` : `template:${template_id}`

/** Those in a kept text; what is no layout is left out. */
export function readLayouts(kept: string | null): CardLayouts {
  const read = readJson(kept ?? '')
  if (typeof read !== 'object' || read === null) return {}
  return Object.fromEntries(Object.entries(read).filter((entry): entry is [string, CardLayout] => isLayout(entry[1])))
}

function isLayout(read: unknown): read is CardLayout {
  const { keys, hasPicture } = (read ?? {}) as Partial<Record<keyof CardLayout, unknown>>
  const isList = Array.isArray(keys) && keys.length > 0 && keys.length <= MOST_POINTS
  return typeof hasPicture === 'boolean' && (keys === null || (isList && keys.every((key) => typeof key === 'string')))
}

/** With another layout of one of them; the default one is not kept. */
export function withLayout(layouts: CardLayouts, id: string, layout: CardLayout): CardLayouts {
  const others = Object.entries(layouts).filter(([one]) => one !== id)
  const isDefault = layout.keys === null && !layout.hasPicture
  return Object.fromEntries(isDefault ? others : [...others, [id, layout] as const].slice(-MOST_LAYOUTS))
}

/** Keys of the points that a card shows by itself: what a device measures before its settings. */
export function rankedKeys(points: readonly Point[]): string[] {
  const rank = ({ key, access }: Point) => (PLACE.includes(key) ? 2 : access === 'r' ? 0 : 1)
  return points.toSorted((a, b) => rank(a) - rank(b)).map(({ key }) => key)
}

/** The points that a card shows: as many as were chosen and the device has, what is in alarm first. */
export function cardPoints(points: readonly Point[], { keys }: CardLayout, alarms: PointAlarms): Point[] {
  const byKey = new Map(points.map((point) => [point.key, point]))
  const chosen = (keys ?? []).filter((key) => byKey.has(key))
  const order = [...new Set([...chosen, ...rankedKeys(points)])].flatMap((key) => byKey.get(key) ?? [])
  return alarmsFirst(order, alarms).slice(0, chosen.length || SHOWN)
}
