import { createContext, use } from 'react'
import type { Connection } from '../../../core/connection/connection.ts'
import type { Alarm } from '../../../core/contract/alarm.ts'
import type { AlarmStore } from '../../../core/stores/alarms.ts'
import type { MayAct } from '../../parts/alarm-acts/use-may-act.ts'
import type { AlarmFeedProps, AlarmFeedView } from './api.ts'
import type { Whose } from './head/use-whose.ts'
import type { FeedRows } from './rows/feed-rows.ts'

/** Where the console shows all of them. */
export const FEED_PATH = '/info/realTimeFault'

/** What all parts of one feed have in common. */
export interface Feed {
  /** Null where the page gives the rows and there is none. */
  readonly connection: Connection | null
  readonly store: AlarmStore
  readonly rows: FeedRows
  /** Null where the page gives the rows: they are whose they are. */
  readonly whose: Whose | null
  readonly may: MayAct
  readonly view: AlarmFeedView
  change(part: Partial<AlarmFeedView>): void
  readonly props: AlarmFeedProps
  /** The server's time, epoch ms. */
  now(): number
  /** Shows an alarm's panel, unless the page shows it in its own way. */
  open(alarm: Alarm): void
}

export const FeedContext = createContext<Feed | null>(null)

export function useFeed(): Feed {
  const feed = use(FeedContext)
  if (!feed) throw new Error('Used outside of an alarm feed')
  return feed
}
