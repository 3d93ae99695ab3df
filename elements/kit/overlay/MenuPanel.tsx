import { type RefObject, useRef } from 'react'
import type { AriaMenuOptions } from 'react-aria/useMenu'
import {
  Menu as AriaMenu,
  MenuItem,
  OverlayTriggerStateContext,
  Popover,
  RootMenuTriggerStateContext,
  Separator,
} from 'react-aria-components'
import type { RootMenuTriggerState } from 'react-stately/useMenuTriggerState'
import { Icon } from '../Icon.tsx'
import type { MenuEntry, MenuPlacement } from '../Menu.tsx'

interface MenuPanelProps {
  state: RootMenuTriggerState
  trigger: RefObject<Element | null>
  /** Names it by its trigger, and says where its focus begins. */
  menuProps: AriaMenuOptions<object>
  label: string
  entries: readonly (MenuEntry | 'line')[]
  placement: MenuPlacement
  isKeptOpen: boolean
  /** In place of the trigger's: px of the window. */
  spot?: { readonly x: number; readonly y: number }
}

function classOf({ isDanger, isCurrent }: MenuEntry): string {
  if (isDanger) return 'list-item list-item-danger'
  return isCurrent ? 'list-item list-item-current' : 'list-item'
}

export function MenuPanel(props: MenuPanelProps) {
  const { state, trigger, menuProps, label, entries, placement, isKeptOpen, spot } = props
  const scroller = useRef<HTMLDivElement>(null)
  const choices = entries.filter((entry) => entry !== 'line')
  const hasChecks = choices.some((entry) => entry.isChecked !== undefined)
  return (
    <OverlayTriggerStateContext value={state}>
      <RootMenuTriggerStateContext value={state}>
        <Popover
          className="popover"
          trigger="MenuTrigger"
          triggerRef={trigger}
          scrollRef={scroller}
          placement={placement}
          offset={spot ? 0 : 4}
          {...(spot && { getTargetRect: () => new DOMRect(spot.x, spot.y, 0, 0) })}
          // The keyboard may ask for the browser's own menu once more, over this one.
          onContextMenu={(event) => event.preventDefault()}
        >
          <AriaMenu
            {...menuProps}
            ref={scroller}
            className="list"
            aria-label={label}
            onAction={(key) => choices.find((entry) => entry.id === key)?.onAction()}
            {...(hasChecks
              ? {
                  selectionMode: 'multiple' as const,
                  selectedKeys: choices.filter((entry) => entry.isChecked).map((entry) => entry.id),
                  shouldCloseOnSelect: !isKeptOpen,
                }
              : {})}
          >
            {entries.map((entry, index) =>
              entry === 'line' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its place
                <Separator key={index} className="list-line" />
              ) : (
                <MenuItem
                  key={entry.id}
                  id={entry.id}
                  textValue={entry.label}
                  isDisabled={entry.isDisabled ?? false}
                  {...(entry.isKeptOpen && { shouldCloseOnSelect: false })}
                  className={classOf(entry)}
                >
                  {hasChecks && (
                    <span className="list-check" data-choice={entry.isChecked !== undefined || undefined}>
                      {entry.isChecked && <Icon name="check" />}
                    </span>
                  )}
                  {entry.icon && <Icon name={entry.icon} />}
                  <span className="list-label">{entry.label}</span>
                  {entry.note && <span className="list-note">{entry.note}</span>}
                </MenuItem>
              ),
            )}
          </AriaMenu>
        </Popover>
      </RootMenuTriggerStateContext>
    </OverlayTriggerStateContext>
  )
}
