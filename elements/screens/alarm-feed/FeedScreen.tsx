import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { lazyPart, useElement, useText } from '../../define/index.ts'
import { AlarmDialogs } from '../../parts/alarm-acts/AlarmDialogs.tsx'
import { useAhead } from '../../parts/alarm-acts/use-ahead.ts'
import { mayDoAny, mayHold } from '../../parts/alarm-acts/use-may-act.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { useNarrow } from '../../parts/use-narrow.ts'
import { useFocusBack } from '../../parts/user-group-picker/use-focus-back.ts'
import { Announcer } from './Announcer.tsx'
import { useFeed } from './feed-context.ts'
import { FeedCount } from './head/FeedCount.tsx'
import { FeedFilters } from './head/FeedFilters.tsx'
import { FeedPlace } from './head/FeedPlace.tsx'
import { FreshBar } from './head/FreshBar.tsx'
import { HeadActions } from './head/HeadActions.tsx'
import { SelectionLine } from './head/SelectionLine.tsx'
import { useFeedChips } from './head/use-feed-chips.ts'
import { feedKeys } from './keys/feed-keys.ts'
import { FeedList, type FeedListHandle } from './list/FeedList.tsx'
import { flashTogether } from './list/flash-together.ts'
import { useSelection } from './list/use-selection.ts'
import type { FeedRow } from './rows/feed-rows.ts'
import { Asleep } from './sound/Asleep.tsx'
import { useSound } from './sound/use-sound.ts'
import { text } from './text.ts'
import { useFeedActs } from './use-feed-acts.ts'

const fetchPanel = () => import('./panel/AlarmPanel.tsx').then((chunk) => chunk.AlarmPanel)
const AlarmPanel = lazyPart(fetchPanel, null)
const NarrowLooks = lazyPart(() => import('./NarrowLooks.tsx').then((chunk) => chunk.NarrowLooks), null)
const HeldView = lazyPart(() => import('./held/HeldView.tsx').then((chunk) => chunk.HeldView))
const KeysDialog = lazyPart(() => import('./keys/KeysDialog.tsx').then((chunk) => chunk.KeysDialog), null)

/** The whole feed: filters, rows, a panel beside them, and what is shelved in a view of its own. */
export function FeedScreen() {
  const { store, rows, view, change, may, props } = useFeed()
  const isSelectable = mayDoAny(may)
  const { isLoaded, as_of } = useStore(store.$status)
  const t = useText(text)
  const { host } = useElement()
  const [area, isNarrow] = useNarrow()
  const chips = useFeedChips()
  const sound = useSound()
  const selection = useSelection(rows)
  const acts = useFeedActs(selection)
  const list = useRef<FeedListHandle>(null)
  const filters = useRef<HTMLDivElement>(null)
  const [released, setReleased] = useState(0)
  const [hasKeys, setKeys] = useState(false)
  useAhead(fetchPanel, isLoaded)
  // What is done with a selection goes with it, and with the focus that it had.
  useFocusBack(selection.keys.size > 0 || acts.acting.refusals !== null, '.feed-grid')
  const isHeldTab = view.tab === 'held'
  const look = view.mode === 'table' && !isNarrow ? 'table' : 'feed'

  // Where the feed is the page, its keys work from the start.
  useEffect(() => {
    if (host.autofocus) host.shadowRoot?.querySelector<HTMLElement>('.feed')?.focus()
  }, [host])

  /** The selected ones, else the one that the keys are on. */
  const chosen = (): FeedRow[] => {
    if (selection.keys.size > 0) return [...selection.keys].flatMap((key) => rows.rowOf(key) ?? [])
    const active = list.current?.active()
    return active ? [active] : []
  }
  const alarmsOf = (chosenRows: readonly FeedRow[]) => chosenRows.map(({ alarm }) => alarm)
  const confirm = (alarms: readonly Alarm[], isNoted: boolean) =>
    isNoted ? acts.ask('note', alarms) : void acts.confirm(alarms)
  const onKeyDown = feedKeys({
    move: (step) => list.current?.move(step),
    select: (isRange) => list.current?.select(isRange),
    selectAll: () => isSelectable && selection.all(),
    confirm: (isNoted) => may.confirm && confirm(alarmsOf(chosen()), isNoted),
    shelve: () => mayHold(may) && acts.ask('shelve', alarmsOf(chosen())),
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

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys act while the focus is in it, there is nothing to press
    <div
      ref={area}
      className="feed"
      tabIndex={-1}
      // What is not live does not call.
      data-flash={(props.flash && as_of === null) || undefined}
      onAnimationStart={flashTogether}
      onKeyDown={onKeyDown}
    >
      {isNarrow && <NarrowLooks />}
      {props.calls !== 'none' && <Announcer />}
      <Asleep sound={sound} />
      <ListPage
        title={isHeldTab ? t.heldTitle : t.title}
        count={isHeldTab ? undefined : <FeedCount />}
        actions={
          <>
            {!isSelectable && !isHeldTab && <FreshBar />}
            <HeadActions sound={sound} isNarrow={isNarrow} onKeys={() => setKeys(true)} />
          </>
        }
        filters={
          <FeedFilters
            ref={filters}
            onLeave={() => list.current?.focus()}
            hasOrder={look === 'feed'}
            isNarrow={isNarrow}
          />
        }
        chips={chips}
        side={
          view.alarm !== '' && <AlarmPanel key={view.alarm} alarm_id={view.alarm} acts={acts} released={released} />
        }
      >
        {isHeldTab ? (
          <HeldView isActing={acts.acting.running !== null} onReleased={() => setReleased((count) => count + 1)} />
        ) : (
          <FeedPlace>
            {isSelectable && (
              <SelectionLine
                selection={selection}
                running={acts.acting.running}
                isNarrow={isNarrow}
                onConfirm={() => void acts.confirm(alarmsOf(chosen()))}
                onConfirmNoted={() => acts.ask('note', alarmsOf(chosen()))}
                onShelve={() => acts.ask('shelve', alarmsOf(chosen()))}
              />
            )}
            <FeedList
              ref={list}
              look={look}
              selection={isSelectable ? selection : null}
              openId={view.alarm}
              onConfirm={({ alarm }, isNoted) => confirm([alarm], isNoted)}
            />
          </FeedPlace>
        )}
      </ListPage>
      {hasKeys && <KeysDialog onClose={() => setKeys(false)} />}
      <AlarmDialogs acts={acts} may={may} isTime={isLoaded && isSelectable} />
    </div>
  )
}
