import { useStore } from '@nanostores/react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useFormat, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { EmptyElement } from '../../../parts/EmptyElement.tsx'
import { Failure } from '../../../parts/Failure.tsx'
import { LineNote, useLine } from '../../../parts/LineNote.tsx'
import { LoadingState } from '../../../parts/LoadingState.tsx'
import { StateLine } from '../../../parts/StateLine.tsx'
import { useFeed } from '../feed-context.ts'
import { text } from '../text.ts'

interface FeedPlaceProps {
  /** Of the skeleton. */
  rows?: number
  /** Where there are no alarms. */
  none?: ReactNode
  children: ReactNode
}

/** The rows, or what stands in their place: loading, refused, nothing there. */
export function FeedPlace({ rows: skeleton = 8, none = <Nothing />, children }: FeedPlaceProps) {
  const { store, rows } = useFeed()
  const { isLoaded, failure } = useStore(store.$status)
  useSyncExternalStore(rows.subscribe, rows.version)
  if (!isLoaded)
    return failure ? <Failure failure={failure} onRetry={store.reload} /> : <LoadingState rows={skeleton} />
  return (
    <>
      <StaleLine />
      {rows.items.length === 0 ? none : children}
    </>
  )
}

function Nothing() {
  const t = useText(text)
  const { whose, view, change } = useFeed()
  const isFiltered = [view.levels, view.states, view.search].some((filter) => filter.trim() !== '')
  const isOfSome = whose !== null && (view.sn !== '' || view.group !== null)
  if (!isFiltered)
    return <EmptyElement icon="check" title={isOfSome ? t.noneOfThese : t.none} explanation={t.noneWhy} />
  return (
    <EmptyElement
      icon="bell"
      title={t.noMatch}
      explanation={t.noMatchWhy}
      action={<Button onPress={() => change({ levels: '', states: '', search: '' })}>{t.clearFilters}</Button>}
    />
  )
}

/** Until when these are known, while nothing new comes. */
function StaleLine() {
  const { store } = useFeed()
  const { as_of, failure } = useStore(store.$status)
  const t = useText(text)
  const format = useFormat()
  const line = useLine()
  const onRetry = failure ? store.reload : undefined
  if (line && as_of !== null) return <LineNote line={line} as_of={as_of} onRetry={onRetry} />
  if (!failure || as_of === null) return null
  return (
    <StateLine state="stale" onRetry={onRetry}>
      {t.asOf({ time: format.dateTime(as_of) })}
    </StateLine>
  )
}
