import type { Words } from '../catalogue/words.ts'
import { isOrigin, type MapKind } from '../contract/organisation-settings.ts'

/** What stands for a tile's place in an address; `{-y}` counts from the south. */
const PLACES = ['{z}', '{x}', '{y}'] as const

const filled = (url: string) => url.replaceAll(/\{[zx]\}|\{-?y\}/g, '0')

function hasItsForm(kind: MapKind, url: string): boolean {
  if (kind === 'pmtiles') return /^[^{?#]*\.pmtiles(\?|$)/.test(url)
  const has = (place: string) => url.includes(place) || (place === '{y}' && url.includes('{-y}'))
  return PLACES.every(has)
}

/** The origin that a map comes from, '' for the console's own; null for the outline, and for what is no address of its kind. */
export function mapOrigin({ map_kind, map_url }: Pick<MapSource, 'map_kind' | 'map_url'>): string | null {
  const plain = filled(map_url)
  if (map_kind === 'outline' || /[{}\s\\'";,]/.test(plain) || !hasItsForm(map_kind, map_url)) return null
  if (/^\/(?!\/)/.test(map_url)) return ''
  if (!URL.canParse(plain)) return null
  const { origin } = new URL(plain)
  // The host itself names no place, and is written as it stands in a policy.
  return isOrigin(origin) && map_url.startsWith(`${origin}/`) ? origin : null
}

interface MapSource {
  map_kind: MapKind
  map_url: string
  map_attribution: string
}

const WRONG_TILES: Words = {
  zh: '应为含 {z}、{x}、{y} 的 https 地址，或本服务器上以 / 开头的路径',
  en: 'has to be an https address with {z}, {x} and {y} in its path, or a path of this server that begins with /',
}
const WRONG_FILE: Words = {
  zh: '应为 .pmtiles 文件的 https 地址，或本服务器上以 / 开头的路径',
  en: 'has to be the https address of a .pmtiles file, or a path of this server that begins with /',
}

/** What is wrong with a map source, by the field; nothing for the outline. */
export function wrongMapSource(source: MapSource): {
  map_url?: Words
  map_attribution?: Words
} {
  if (source.map_kind === 'outline') return {}
  return {
    ...(mapOrigin(source) === null && { map_url: source.map_kind === 'pmtiles' ? WRONG_FILE : WRONG_TILES }),
    ...(source.map_attribution.trim() === '' && {
      map_attribution: { zh: '填写地图的版权说明', en: 'has to say whose the map is' },
    }),
  }
}
