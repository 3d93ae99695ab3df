import type { VideoSetting } from '../../../../core/contract/template.ts'
import type { StreamKind } from './addresses.ts'

export type FoundVideo =
  | { readonly is: 'none' }
  | { readonly is: 'found'; readonly url: string; readonly kind: StreamKind }
  /** The template has no video of this name. */
  | { readonly is: 'unknown' }

interface Wanted {
  /** A video of the template; comes before the address. */
  readonly video: string
  readonly url: string
  readonly kind: StreamKind
}

/** Where a video is: the template's by its name, or its own address. */
export function findVideo({ video, url, kind }: Wanted, videos: readonly VideoSetting[]): FoundVideo {
  if (video === '') return url === '' ? { is: 'none' } : { is: 'found', url, kind }
  const setting = videos.find(({ name }) => name === video)
  return setting ? { is: 'found', url: setting.url, kind: setting.kind } : { is: 'unknown' }
}
