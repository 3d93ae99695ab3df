import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import type { Brand } from '../../../core/contract/organisation-settings.ts'
import { ownBrand } from '../../../core/stores/collections/people.ts'
import { useConnection } from '../../define/index.ts'
import { useCollection } from '../use-collection.ts'

/** Tiles that an organisation has set for its maps. */
export interface TileSource {
  kind: 'raster' | 'vector' | 'pmtiles'
  url: string
  attribution: string
  /** 审图号, '' for none. */
  approval: string
  isShifted: boolean
}

/**
 * The tiles of the user's organisation; null for the outline, which asks nobody for anything, and until it is known. Guests
 * have none: the page that they are on says itself which hosts it asks. `isPlain`: nobody is asked, as for an example.
 */
export function useTileSource(isPlain: boolean): TileSource | null {
  const { baseUrl, $session } = useConnection()
  const isGuest = useStore($session) === null
  const brand: Partial<Brand> | null = useCollection(ownBrand, isPlain || isGuest ? null : {}).data
  const { map_kind, map_url = '', map_attribution = '', map_approval = '', map_crs } = brand ?? {}
  return useMemo(() => {
    if (map_kind === undefined || map_kind === 'outline') return null
    const url = map_url.startsWith('/') ? `${new URL(baseUrl).origin}${map_url}` : map_url
    return { kind: map_kind, url, attribution: map_attribution, approval: map_approval, isShifted: map_crs === 'gcj02' }
  }, [baseUrl, map_kind, map_url, map_attribution, map_approval, map_crs])
}

export const sourceText = ({ attribution, approval }: TileSource): string =>
  [attribution, approval && (/^审图号/.test(approval) ? approval : `审图号：${approval}`)].filter(Boolean).join(' · ')
