import { type Place, placeAt } from './map-view.ts'
import { type MapName, names } from './outline.ts'

/** A place that the outline names, and how near to it a map is that shows it whole. */
export interface FoundPlace {
  zh: string
  en: string
  place: Place
  worldPx: number
}

/** Nearest first: a city of an address says more than its province. */
const LEVELS: readonly { of: readonly MapName[]; worldPx: number }[] = [
  { of: names.cities, worldPx: 2 ** 18 },
  { of: names.provinces, worldPx: 2 ** 15 },
  { of: names.countries, worldPx: 2 ** 13 },
]
/** Of an address in English: shorter names are parts of words. */
const SHORTEST_EN = 4

/** From 0, a name that was typed whole, to 3, one that stands in a longer address; null for another. */
function likeness({ zh, en }: MapName, text: string): number | null {
  const lower = en.toLowerCase()
  if (zh === text || lower === text) return 0
  if (zh.startsWith(text) || lower.startsWith(text)) return 1
  if (zh.includes(text) || lower.includes(` ${text}`)) return 2
  return text.includes(zh) || (lower.length >= SHORTEST_EN && ` ${text}`.includes(` ${lower}`)) ? 3 : null
}

/**
 * Cities and provinces of China and countries of the world by name, in Chinese or English, also where it stands in a longer
 * address. From the outline alone: nobody is asked.
 */
export function findPlaces(search: string, most: number): FoundPlace[] {
  const text = search.trim().toLowerCase()
  if (text === '') return []
  return LEVELS.flatMap(({ of, worldPx }, level) =>
    of.flatMap((name) => {
      const like = likeness(name, text)
      return like === null ? [] : [{ name, like, level, worldPx }]
    }),
  )
    .sort((a, b) => a.like - b.like || a.level - b.level || a.name.rank - b.name.rank)
    .slice(0, most)
    .map(({ name: { zh, en, x, y }, worldPx }) => ({ zh, en, place: placeAt(x, y), worldPx }))
}

/** A pair of coordinates as other maps write it: latitude, then longitude; null for other words. */
export function readPlace(text: string): Place | null {
  const parts = text.trim().split(/[\s,，;；]+/)
  const [lat, lng] = parts.map(Number)
  if (parts.length !== 2 || parts.includes('') || lat === undefined || lng === undefined) return null
  return Math.abs(lat) <= 85 && Math.abs(lng) <= 180 ? [lat, lng] : null
}
