import { type MouseEvent, useEffect, useRef } from 'react'
import { markedParts } from '../../core/rules/search-words.ts'
import { useText } from '../../elements/define/index.ts'
import { Icon } from '../../elements/kit/Icon.tsx'
import { AlarmMark, StateMark } from '../../elements/kit/StateMark.tsx'
import type { Entry, EntryGroup } from './entries.ts'
import { findText } from './find-text.ts'

interface FoundListProps {
  id: string
  groups: readonly EntryGroup[]
  active: Entry | null
  /** Marked where they stand in a name. */
  words: readonly string[]
  /** A newer answer is on its way. */
  isOld: boolean
  isFavourite: (entry: Entry) => boolean
  /** The pointer is on it. */
  onChoose: (entry: Entry) => void
  onOpen: (entry: Entry) => void
  onStar: (entry: Entry) => void
}

/** The id of a line in the page, which the text field names as the chosen one. */
export const lineId = (list: string, { key }: Entry): string => `${list}-${encodeURIComponent(key)}`

/** What was found, in groups. The focus stays in the text field above. */
export function FoundList({ id, groups, active, isOld, ...rest }: FoundListProps) {
  const t = useText(findText)
  const list = useRef<HTMLDivElement>(null)
  const key = active?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line is to be in sight
  useEffect(() => {
    const line = list.current?.querySelector('[aria-selected="true"]')
    // The heading of a group belongs to its first line.
    const isFirst = line?.previousElementSibling?.classList.contains('find-heading')
    const shown = isFirst ? line?.previousElementSibling : line
    shown?.scrollIntoView({ block: 'nearest' })
  }, [key])
  return (
    <div ref={list} id={id} className="find-list" role="listbox" aria-label={t.results} data-old={isOld || undefined}>
      {groups.map(({ name, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <h3 id={`${id}-${name}`} role="presentation" className="find-heading">
            {t[name]}
          </h3>
          {entries.map((entry) => (
            <Line key={entry.key} id={lineId(id, entry)} entry={entry} isActive={entry.key === key} {...rest} />
          ))}
        </div>
      ))}
    </div>
  )
}

interface LineProps extends Pick<FoundListProps, 'words' | 'isFavourite' | 'onChoose' | 'onOpen' | 'onStar'> {
  id: string
  entry: Entry
  isActive: boolean
}

function Line({ id, entry, isActive, words, isFavourite, onChoose, onOpen, onStar }: LineProps) {
  const t = useText(findText)
  const { icon, title, note, state, level, thing } = entry
  const isStarred = isFavourite(entry)
  const onClick = (event: MouseEvent) => {
    const isOnStar = event.target instanceof Element && event.target.closest('[data-star]') !== null
    if (isOnStar) onStar(entry)
    else onOpen(entry)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field
    <div
      id={id}
      className="find-line"
      role="option"
      aria-selected={isActive}
      onPointerMove={() => isActive || onChoose(entry)}
      // The text field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <Icon name={icon} />
      <span className="find-names">
        <span className="find-title">
          <Marked text={title} words={words} />
        </span>
        {level && <AlarmMark level={level} />}
        {state && <StateMark state={state} isWordHidden />}
        <span className="find-note">
          <Marked text={note} words={words} />
        </span>
      </span>
      {isStarred && <span className="sg-hidden-visually">{t.favourite}</span>}
      {thing ? (
        <span className="find-star" data-star data-on={isStarred || undefined} aria-hidden title={t.star}>
          <Icon name="star" />
        </span>
      ) : (
        <span className="find-star" />
      )}
    </div>
  )
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return markedParts(text, words).map(({ text, isFound }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no identity
    isFound ? <mark key={at}>{text}</mark> : text,
  )
}
