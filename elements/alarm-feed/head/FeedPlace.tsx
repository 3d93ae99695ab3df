import { useStore } from '@nanostores/react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { words } from '../../../core/text/words.ts'
import { useElementState, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { useFeed } from '../feed-context.ts'
import { text } from '../text.ts'
import { useIsLate } from './use-is-late.ts'

/** The rows, or what stands in their place: loading, refused, nothing there. */
export function FeedPlace({ rows: skeleton = 8, children }: { rows?: number; children: ReactNode }) {
  const { store, rows } = useFeed()
  const { isLoaded, failure } = useStore(store.$status)
  useSyncExternalStore(rows.subscribe, rows.version)
  if (!isLoaded)
    return failure ? <Failure failure={failure} onRetry={store.reload} /> : <LoadingState rows={skeleton} />
  return (
    <>
      <StaleLine />
      {rows.items.length === 0 ? <Nothing /> : children}
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

/** While the line is broken: until when these are known. */
function StaleLine() {
  const { store } = useFeed()
  const { as_of, failure } = useStore(store.$status)
  const isLate = useIsLate(as_of)
  return as_of !== null && (failure || isLate) ? <AsOf time={as_of} onRetry={failure ? store.reload : null} /> : null
}

function AsOf({ time, onRetry }: { time: number; onRetry: (() => void) | null }) {
  useElementState('stale')
  const t = useText(text)
  const { retry } = useText(words)
  const format = useFormat()
  return (
    <div className="feed-stale" role="status">
      <Icon name="wifi-off" />
      <span className="feed-stale-text">{t.asOf({ time: format.dateTime(time) })}</span>
      {onRetry && (
        <Button look="plain" icon="refresh" onPress={onRetry}>
          {retry}
        </Button>
      )}
    </div>
  )
}
