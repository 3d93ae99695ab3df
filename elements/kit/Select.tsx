import { useId } from 'react'
import {
  Select as AriaSelect,
  Autocomplete,
  Button,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  SelectValue,
  useFilter,
} from 'react-aria-components'
import { words } from '../../core/text/words.ts'
import { useSheet, useText } from '../define/element-context.ts'
import { FieldFrame, type FieldProps } from './Field.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './icons.ts'
import sheet from './list.css?sheet'
import popoverSheet from './popover.css?sheet'

export interface Option<Id extends string = string> {
  id: Id
  label: string
  /** Smaller, behind the label: a unit, a model. */
  note?: string
  icon?: IconName
  isDisabled?: boolean
}

interface SelectProps<Id extends string> extends FieldProps {
  options: readonly Option<Id>[]
  value: Id | null
  onChange: (id: Id) => void
  placeholder?: string
  /** With a field that narrows the options: for more than about ten. */
  isSearchable?: boolean
}

export function Select<Id extends string>({
  options,
  value,
  onChange,
  label,
  isLabelHidden,
  help,
  error,
  placeholder,
  isSearchable,
  ...rest
}: SelectProps<Id>) {
  const describedBy = useId()
  const { none } = useText(words)
  return (
    <AriaSelect
      {...rest}
      className="field"
      aria-describedby={describedBy}
      isInvalid={Boolean(error)}
      placeholder={placeholder ?? none}
      value={value}
      onChange={(key) => key !== null && onChange(key as Id)}
    >
      <FieldFrame label={label} isLabelHidden={isLabelHidden} help={help} error={error} describedBy={describedBy}>
        <Button className="field-box select-button">
          <SelectValue className="select-value" />
          <Icon name="chevron-down" />
        </Button>
      </FieldFrame>
      <Options options={options} isSearchable={isSearchable ?? false} />
    </AriaSelect>
  )
}

interface MultiSelectProps<Id extends string> extends FieldProps {
  options: readonly Option<Id>[]
  value: readonly Id[]
  onChange: (ids: Id[]) => void
  placeholder?: string
  /** No more can be chosen beyond so many. */
  atMost?: number
}

/** Several of many, with a search above the options: points for a curve. */
export function MultiSelect<Id extends string>({
  options,
  value,
  onChange,
  atMost,
  label,
  isLabelHidden,
  help,
  error,
  placeholder,
  ...rest
}: MultiSelectProps<Id>) {
  const describedBy = useId()
  const { none, selected } = useText(words)
  const isFull = atMost !== undefined && value.length >= atMost
  const open = isFull ? options.map((row) => (value.includes(row.id) ? row : { ...row, isDisabled: true })) : options
  return (
    <AriaSelect
      {...rest}
      className="field"
      aria-describedby={describedBy}
      isInvalid={Boolean(error)}
      selectionMode="multiple"
      value={value}
      onChange={(keys) => onChange(keys as Id[])}
    >
      <FieldFrame label={label} isLabelHidden={isLabelHidden} help={help} error={error} describedBy={describedBy}>
        <Button className="field-box select-button">
          <SelectValue className="select-value">
            {({ selectedText, isPlaceholder }) => {
              if (isPlaceholder) return placeholder ?? none
              return value.length > 2 ? selected({ count: value.length }) : selectedText
            }}
          </SelectValue>
          <Icon name="chevron-down" />
        </Button>
      </FieldFrame>
      <Options options={open} isSearchable />
    </AriaSelect>
  )
}

function Options({ options, isSearchable }: { options: readonly Option[]; isSearchable: boolean }) {
  useSheet(popoverSheet)
  useSheet(sheet)
  const { search, noMatch } = useText(words)
  const { contains } = useFilter({ sensitivity: 'base' })
  const list = (
    <ListBox className="list" items={options} renderEmptyState={() => <p className="list-empty">{noMatch}</p>}>
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
    <Popover className="popover popover-list" offset={4}>
      {isSearchable ? (
        <Autocomplete filter={contains}>
          <SearchField className="list-search" aria-label={search} autoFocus>
            <Icon name="search" />
            <Input className="field-input" placeholder={search} />
          </SearchField>
          {list}
        </Autocomplete>
      ) : (
        list
      )}
    </Popover>
  )
}
