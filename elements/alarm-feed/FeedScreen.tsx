import { useStore } from '@nanostores/react'
import { useRef, useState, useSyncExternalStore } from 'react'
import { lazyPart, useText } from '../define/index.ts'
import { Toasts } from '../kit/Toasts.tsx'
import { ListPage } from '../parts/ListPage.tsx'
import { useNarrow } from '../parts/use-narrow.ts'
import { Announcer } from './Announcer.tsx'
import { Refused } from './confirm/Refused.tsx'
import { useFeed } from './feed-context.ts'
import { FeedFilters, useFeedChips } from './head/FeedFilters.tsx'
import { FeedPlace } from './head/FeedPlace.tsx'
import { HeadActions } from './head/HeadActions.tsx'
import { SelectionLine } from './head/SelectionLine.tsx'
import { feedKeys } from './keys/feed-keys.ts'
import { FeedList, type FeedListHandle } from './list/FeedList.tsx'
import { useSelection } from './list/use-selection.ts'
import type { FeedRow } from './rows/feed-rows.ts'
import { Asleep } from './sound/Asleep.tsx'
import { useSound } from './sound/use-sound.ts'
import { text } from './text.ts'
import { useFeedActs } from './use-feed-acts.ts'
import { countsOf } from './worst.ts'

const AlarmPanel = lazyPart(() => import('./panel/AlarmPanel.tsx').then((chunk) => chunk.AlarmPanel), null)
const HeldView = lazyPart(() => import('./held/HeldView.tsx').then((chunk) => chunk.HeldView))
const NoteDialog = lazyPart(() => import('./confirm/NoteDialog.tsx').then((chunk) => chunk.NoteDialog), null)
const ShelveDialog = lazyPart(() => import('./confirm/ShelveDialog.tsx').then((chunk) => chunk.ShelveDialog), null)
const KeysDialog = lazyPart(() => import('./keys/KeysDialog.tsx').then((chunk) => chunk.KeysDialog), null)

/** The whole feed: filters, rows, a panel beside them, and what is shelved in a view of its own. */
export function FeedScreen() {
  const { rows, store, view, change, mayAct, mayShelve } = useFeed()
  const { isLoaded } = useStore(store.$status)
  useSyncExternalStore(rows.subscribe, rows.version)
  const t = useText(text)
  const [area, isNarrow] = useNarrow()
  const chips = useFeedChips()
  const sound = useSound()
  const selection = useSelection(rows)
  const acts = useFeedActs(selection)
  const list = useRef<FeedListHandle>(null)
  const filters = useRef<HTMLDivElement>(null)
  const [hasKeys, setKeys] = useState(false)
  const isHeldTab = view.tab === 'held'
  const look = view.mode === 'table' && !isNarrow ? 'table' : 'feed'

  /** The selected ones, else the one that the keys are on. */
  const chosen = (): FeedRow[] => {
    if (selection.keys.size > 0) return [...selection.keys].flatMap((key) => rows.rowOf(key) ?? [])
    const active = list.current?.active()
    return active ? [active] : []
  }
  const alarmsOf = (chosenRows: readonly FeedRow[]) => chosenRows.map(({ alarm }) => alarm)
  const onKeyDown = feedKeys({
    move: (step) => list.current?.move(step),
    select: (isRange) => {
      const active = list.current?.active()
      if (active && mayAct) selection.toggle(active.key, isRange)
    },
    selectAll: () => mayAct && selection.all(),
    confirm: () => mayAct && void acts.confirm(alarmsOf(chosen())),
    shelve: () => mayShelve && acts.ask('shelve', alarmsOf(chosen())),
    showFresh: () => rows.showWaiting(),
    search: () => filters.current?.querySelector('input')?.focus(),
    close() {
      if (view.alarm !== '') change({ alarm: '' })
      else if (selection.keys.size > 0) selection.clear()
      else return false
      return true
    },
    showKeys: () => setKeys(true),
  })
  const { total, unconfirmed } = countsOf(rows.order)
  const given = { selection: mayAct ? selection : null }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys act while the focus is in it, there is nothing to press
    <div ref={area} className="feed" onKeyDown={onKeyDown}>
      <Announcer />
      <Asleep sound={sound} />
      <ListPage
        title={t.title}
        count={isLoaded && !isHeldTab ? t.counted({ count: total, unconfirmed }) : undefined}
        actions={<HeadActions sound={sound} isNarrow={isNarrow} onKeys={() => setKeys(true)} />}
        filters={!isHeldTab && <FeedFilters ref={filters} hasOrder={look === 'feed'} isNarrow={isNarrow} />}
        chips={chips}
        side={view.alarm !== '' && <AlarmPanel key={view.alarm} alarm_id={view.alarm} acts={acts} />}
      >
        {isHeldTab ? (
          <HeldView />
        ) : (
          <FeedPlace>
            <SelectionLine
              {...given}
              running={acts.acting.running}
              isNarrow={isNarrow}
              onConfirm={() => void acts.confirm(alarmsOf(chosen()))}
              onConfirmNoted={() => acts.ask('note', alarmsOf(chosen()))}
              onShelve={() => acts.ask('shelve', alarmsOf(chosen()))}
            />
            <FeedList
              ref={list}
              look={look}
              {...given}
              openId={view.alarm}
              onConfirm={({ alarm }) => void acts.confirm([alarm])}
            />
          </FeedPlace>
        )}
      </ListPage>
      {acts.asked?.act === 'note' && (
        <NoteDialog
          count={acts.asked.alarms.length}
          onClose={acts.dismiss}
          onConfirm={(note) => void acts.confirm(acts.asked?.alarms ?? [], note)}
        />
      )}
      {acts.asked?.act === 'shelve' && (
        <ShelveDialog
          count={acts.asked.alarms.length}
          onClose={acts.dismiss}
          onShelve={(how) => void acts.shelve(acts.asked?.alarms ?? [], how)}
        />
      )}
      {hasKeys && <KeysDialog onClose={() => setKeys(false)} />}
      <Refused acting={acts.acting} />
      <Toasts {...acts.toasts} />
    </div>
  )
}
