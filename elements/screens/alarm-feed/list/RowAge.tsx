import { useStore } from '@nanostores/react'
import { useFormat } from '../../../define/index.ts'
import { $second } from '../../../parts/use-server-now.ts'
import { useFeed } from '../feed-context.ts'

/** How long ago, with the exact time on hover. The browser's own tooltip: thousands of rows are scrolled by. */
export function RowAge({ time }: { time: number }) {
  useStore($second)
  const { now } = useFeed()
  const format = useFormat()
  return (
    <time className="feed-age" dateTime={new Date(time).toISOString()} title={format.dateTime(time)}>
      {format.ago(time, now())}
    </time>
  )
}
