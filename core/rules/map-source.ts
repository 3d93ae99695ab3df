import type { Words } from '../catalogue/words.ts'
import { isOrigin } from '../contract/organisation-settings.ts'

/** What stands for a tile's place in an address; `{-y}` counts from the south. */
const PLACES = ['{z}', '{x}', '{y}'] as const

const filled = (url: string) => url.replaceAll(/\{[zx]\}|\{-?y\}/g, '0')

/** The origin that tiles come from, '' for the console's own; null for what is no address of tiles. */
export function tileOrigin(url: string): string | null {
  const plain = filled(url)
  if (/[{}\s\\'";,]/.test(plain)) return null
  const has = (place: string) => url.includes(place) || (place === '{y}' && url.includes('{-y}'))
  if (!PLACES.every(has)) return null
  if (/^\/(?!\/)/.test(url)) return ''
  if (!URL.canParse(plain)) return null
  const { origin } = new URL(plain)
  // The host itself names no place, and is written as it stands in a policy.
  return isOrigin(origin) && url.startsWith(`${origin}/`) ? origin : null
}

interface Source {
  map_kind: 'outline' | 'raster'
  map_url: string
  map_attribution: string
}

/** What is wrong with a map source, by the field; nothing for the outline. */
export function wrongMapSource({ map_kind, map_url, map_attribution }: Source): {
  map_url?: Words
  map_attribution?: Words
} {
  if (map_kind === 'outline') return {}
  return {
    ...(tileOrigin(map_url) === null && {
      map_url: {
        zh: '应为含 {z}、{x}、{y} 的 https 地址，或本服务器上以 / 开头的路径',
        en: 'has to be an https address with {z}, {x} and {y} in its path, or a path of this server that begins with /',
      },
    }),
    ...(map_attribution.trim() === '' && {
      map_attribution: { zh: '填写地图的版权说明', en: 'has to say whose the map is' },
    }),
  }
}
