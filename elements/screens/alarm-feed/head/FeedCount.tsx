import { useStore } from '@nanostores/react'
import { useSyncExternalStore } from 'react'
import { useText } from '../../../define/index.ts'
import { useSessionOver } from '../../../parts/use-session-over.ts'
import { useFeed } from '../feed-context.ts'
import { text } from '../text.ts'
import { countsOf } from '../worst.ts'

/** How many there are, how many of them nobody has confirmed, and where the user may not, that. */
export function FeedCount() {
  const { connection, store, rows, may, props } = useFeed()
  const isOver = useSessionOver()
  const { isLoaded } = useStore(store.$status)
  useSyncExternalStore(rows.subscribe, rows.version)
  const t = useText(text)
  if (!isLoaded) return null
  const { total, unconfirmed } = countsOf(rows.order)
  const hasNoRight = connection !== null && !may.confirm && !props.readOnly && !isOver
  return (
    <>
      {total === 0 ? t.none : t.counted({ count: total, unconfirmed })}
      {hasNoRight && ` · ${t.noRight}`}
    </>
  )
}
