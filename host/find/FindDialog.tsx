import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { searchWords } from '../../core/rules/search-words.ts'
import { useElement, useSheet, useText } from '../../elements/define/index.ts'
import { Dialog } from '../../elements/kit/Dialog.tsx'
import { EmptyState } from '../../elements/kit/EmptyState.tsx'
import { ErrorState } from '../../elements/kit/ErrorState.tsx'
import { Icon } from '../../elements/kit/Icon.tsx'
import { Skeleton } from '../../elements/kit/Skeleton.tsx'
import { OPENED } from '../console.ts'
import { ownSections, placesOf } from '../menu.ts'
import { useConsole, useOwnMenu } from '../use-console.ts'
import { type Entry, foundGroups, knownGroups } from './entries.ts'
import { FoundList, lineId } from './FoundList.tsx'
import sheet from './find.css?sheet'
import { findText } from './find-text.ts'
import { createFinder } from './finder.ts'
import { keyOf, openedBy, rememberOpened, toggleFavourite } from './opened.ts'
import { useKnown } from './use-known.ts'

const MOST_TYPED = 64

interface FindDialogProps {
  user_id: number
  /** What was typed before this window was there. */
  takeTyped: () => string
  onClose: () => void
}

/** A search over all that the user sees: a text field that chooses in the list below it, without leaving it. */
export function FindDialog({ user_id, takeTyped, onClose }: FindDialogProps) {
  useSheet(sheet)
  const t = useText(findText)
  const { connection, rights } = useConsole()
  const { lang } = useElement()
  const [, navigate] = useLocation()
  const roles = useStore(rights.$rights)?.roles
  const opened = useStore(openedBy(user_id))
  const known = useKnown(user_id)
  const [finder] = useState(() =>
    createFinder((search, signal) => connection.api.find.anything({ search }, { signal })),
  )
  const state = useStore(finder.$state)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ of: unknown; key: string } | null>(null)
  useEffect(() => finder.close, [finder])
  const field = useRef<HTMLInputElement>(null)
  const takeOver = () => {
    const before = takeTyped().slice(0, MOST_TYPED)
    if (before === '') return
    setTyped(before)
    finder.type(before)
  }
  // Once the field has the focus, and hears the next key itself: at the first effect, or a moment later.
  const takeOverAtFirst = useEffectEvent(() => {
    const root = field.current?.getRootNode() as Document | ShadowRoot | undefined
    if (root?.activeElement === field.current) takeOver()
  })
  useEffect(() => takeOverAtFirst(), [])

  const isSearching = typed.trim() !== ''
  const own = useOwnMenu()
  const groups = useMemo(() => {
    const { first, items } = ownSections(own)
    const seeker = { roles: roles ?? [], lang, own: placesOf([...first, ...items]) }
    if (!isSearching) return knownGroups(opened, known, seeker)
    return state.search === '' ? [] : foundGroups(state.found, state.search, seeker)
  }, [isSearching, opened, known, state, roles, lang, own])
  const entries = groups.flatMap((group) => group.entries)
  // The first of a new answer, else the one that was chosen.
  const of = isSearching ? state.search : ''
  const active = (chosen?.of === of && entries.find(({ key }) => key === chosen.key)) || entries[0]

  const step = (by: number) => {
    const at = active ? entries.indexOf(active) : -1
    const next = entries[(at + by + entries.length) % entries.length]
    if (next) setChosen({ of, key: next.key })
  }
  const open = ({ path, thing }: Entry) => {
    // Also of a page that is not in the frame.
    if (thing) rememberOpened(user_id, thing)
    onClose()
    navigate(path, { state: OPENED })
  }
  const star = ({ thing, key }: Entry) => {
    if (!thing) return
    toggleFavourite(user_id, thing)
    setChosen({ of, key })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // These keys belong to the input method while it composes a word.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter' && active) event.altKey ? star(active) : !state.isLoading && open(active)
    else return
    event.preventDefault()
  }
  const listId = useId()
  const failed = isSearching && state.failure !== null && !state.isLoading
  const isEmpty = isSearching && !state.isLoading && !failed && entries.length === 0
  const said = !isSearching
    ? ''
    : state.isLoading
      ? t.searching
      : isEmpty
        ? t.nothing({ search: state.search })
        : t.count({ count: entries.length })
  return (
    <Dialog title={t.title} isOpen onClose={onClose}>
      <div className="find">
        <div className="find-field">
          <Icon name="search" />
          <input
            ref={field}
            className="find-input"
            type="text"
            role="combobox"
            aria-label={t.label}
            aria-expanded={entries.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={active ? lineId(listId, active) : undefined}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={MOST_TYPED}
            placeholder={t.placeholder}
            value={typed}
            autoFocus
            onFocus={takeOver}
            onChange={(event) => {
              setTyped(event.target.value)
              // What an input method has not finished is no word yet.
              if (!(event.nativeEvent as InputEvent).isComposing) finder.type(event.target.value)
            }}
            onCompositionEnd={(event) => finder.type(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <div role="status" className="sg-hidden-visually">
          {said}
        </div>
        <FoundList
          id={listId}
          groups={groups}
          active={active ?? null}
          words={isSearching ? searchWords(state.search) : []}
          isOld={isSearching && state.isLoading}
          isFavourite={({ thing }) => thing !== null && opened.favourites.some((one) => keyOf(one) === keyOf(thing))}
          onChoose={({ key }) => setChosen({ of, key })}
          onOpen={open}
          onStar={star}
        />
        {isSearching && state.isLoading && entries.length === 0 && <Skeleton rows={5} />}
        {failed && <ErrorState title={t.failed} explanation={t.failedWhy} onRetry={finder.retry} />}
        {isEmpty && <EmptyState icon="search" title={t.nothing({ search: state.search })} explanation={t.nothingWhy} />}
        {!isSearching && entries.length === 0 && <p className="find-hint">{t.hint}</p>}
        <p className="find-keys" aria-hidden>
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {t.choose}
          </span>
          <span>
            <kbd>Enter</kbd> {t.go}
          </span>
          <span>
            <kbd>Alt Enter</kbd> {t.star}
          </span>
          <span>
            <kbd>Esc</kbd> {t.close}
          </span>
        </p>
      </div>
    </Dialog>
  )
}
