import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { ListBox, ListBoxItem, OverlayTriggerStateContext, Popover, useFilter } from 'react-aria-components'
import type { RootMenuTriggerState } from 'react-stately/useMenuTriggerState'
import { words } from '../../../core/text/words.ts'
import { useText } from '../../context/element-context.ts'
import { Icon } from '../Icon.tsx'
import type { Option } from '../Select.tsx'

interface OptionsPanelProps {
  state: RootMenuTriggerState
  trigger: RefObject<Element | null>
  /** What the trigger's `aria-controls` names. */
  id: string | undefined
  /** Of the field's label. */
  labelId: string
  options: readonly Option[]
  chosen: readonly string[]
  onChoose: (ids: string[]) => void
  /** Stays open for the next choice. */
  isMultiple: boolean
  isSearchable: boolean
}

export function OptionsPanel(props: OptionsPanelProps) {
  const { state, trigger, options, chosen, isMultiple, isSearchable } = props
  const { search, noMatch } = useText(words)
  const { contains } = useFilter({ sensitivity: 'base' })
  const [wanted, setWanted] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const found = options.filter(({ label }) => contains(label, wanted))
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault()
      list.current?.focus()
    }
    // Escape closes only what has nothing to clear.
    if (event.key !== 'Escape' || wanted === '') return
    event.stopPropagation()
    setWanted('')
  }
  const listBox = (
    <ListBox
      {...(props.id && { id: props.id })}
      className="list"
      aria-labelledby={props.labelId}
      ref={list}
      items={found}
      selectionMode={isMultiple ? 'multiple' : 'single'}
      selectedKeys={chosen}
      // On the chosen one, where there is one; in a search the field comes first.
      autoFocus={isSearchable ? false : (state.focusStrategy ?? true)}
      shouldFocusOnHover
      // It closes the list and leaves what was chosen.
      escapeKeyBehavior="none"
      shouldSelectOnPressUp
      onSelectionChange={(keys) => {
        // One that is chosen again only closes.
        if (keys !== 'all' && (isMultiple || keys.size > 0)) props.onChoose([...keys].map(String))
        if (!isMultiple) state.close()
      }}
      renderEmptyState={() => <p className="list-empty">{noMatch}</p>}
    >
      {(option: Option) => (
        <ListBoxItem
          className="list-item"
          id={option.id}
          textValue={option.label}
          isDisabled={option.isDisabled ?? false}
        >
          {({ isSelected }) => (
            <>
              {option.icon && <Icon name={option.icon} />}
              <span className="list-label">{option.label}</span>
              {option.note && <span className="list-note">{option.note}</span>}
              <span className="list-check">{isSelected && <Icon name="check" />}</span>
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  )
  return (
    <OverlayTriggerStateContext value={state}>
      <Popover
        className="popover popover-list"
        trigger="Select"
        triggerRef={trigger}
        aria-labelledby={props.labelId}
        placement="bottom start"
        offset={4}
      >
        {isSearchable && (
          <div className="list-search">
            <Icon name="search" />
            <input
              className="field-input"
              type="search"
              aria-label={search}
              placeholder={search}
              value={wanted}
              // biome-ignore lint/a11y/noAutofocus: the list was just opened, and is searched first
              autoFocus
              onChange={(event) => setWanted(event.target.value)}
              onKeyDown={onSearchKey}
            />
          </div>
        )}
        {listBox}
      </Popover>
    </OverlayTriggerStateContext>
  )
}
