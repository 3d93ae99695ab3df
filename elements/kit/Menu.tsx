import type { ReactElement } from 'react'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components'
import { useSheet } from '../define/element-context.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import sheet from './list.css?sheet'
import popoverSheet from './popover.css?sheet'

export interface MenuEntry {
  id: string
  label: string
  icon?: IconName
  /** Behind the label: a shortcut, the current choice. */
  note?: string
  isDanger?: boolean
  isDisabled?: boolean
  /** Given, the entry is a choice that is on or off. */
  isChecked?: boolean
  onAction: () => void
}

interface MenuProps {
  /** A `Button` or `IconButton`. */
  children: ReactElement
  label: string
  /** `'line'` draws a line between groups. */
  entries: readonly (MenuEntry | 'line')[]
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top'
}

export function Menu({ children, label, entries, placement = 'bottom end' }: MenuProps) {
  useSheet(popoverSheet)
  useSheet(sheet)
  const hasChecks = entries.some((entry) => entry !== 'line' && entry.isChecked !== undefined)
  const choices = entries.filter((entry) => entry !== 'line')
  return (
    <MenuTrigger>
      {children}
      <Popover className="popover" placement={placement} offset={4}>
        <AriaMenu
          className="list"
          aria-label={label}
          onAction={(key) => choices.find((entry) => entry.id === key)?.onAction()}
          {...(hasChecks
            ? {
                selectionMode: 'multiple' as const,
                selectedKeys: choices.filter((entry) => entry.isChecked).map((entry) => entry.id),
                shouldCloseOnSelect: false,
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
                className={entry.isDanger ? 'list-item list-item-danger' : 'list-item'}
              >
                {hasChecks && <span className="list-check">{entry.isChecked && <Icon name="check" />}</span>}
                {entry.icon && <Icon name={entry.icon} />}
                <span className="list-label">{entry.label}</span>
                {entry.note && <span className="list-note">{entry.note}</span>}
              </MenuItem>
            ),
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
