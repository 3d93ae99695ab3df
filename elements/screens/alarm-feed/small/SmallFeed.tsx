import { useSheet } from '../../../define/index.ts'
import { useFeed } from '../feed-context.ts'
import { BannerFeed } from './BannerFeed.tsx'
import { CompactFeed } from './CompactFeed.tsx'
import sheet from './small.css?sheet'

/** The feed in a line or a column of somebody's page: fetched where the whole one is not wanted. */
export function SmallFeed() {
  useSheet(sheet)
  const { view } = useFeed()
  return view.mode === 'banner' ? <BannerFeed /> : <CompactFeed />
}
