import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { words } from '../../core/text/words.ts'
import { useText } from '../context/element-context.ts'
import { FieldFrame, type FieldProps } from './Field.tsx'
import { Icon } from './Icon.tsx'

interface SearchFieldProps extends Omit<FieldProps, 'label'> {
  /** "Search" in the element's language when there is nothing more exact to say. */
  label?: string
  value?: string
  onChange?: (value: string) => void
  /** On Enter. */
  onSubmit?: (value: string) => void
  placeholder?: string
  isAutoFocus?: boolean
}

/** Escape clears it. The browser's own search input: it is on first screens, the control library's is 7 KB more. */
export function SearchField({
  label,
  help,
  error,
  placeholder,
  isLabelHidden = true,
  isAutoFocus = false,
  isDisabled = false,
  isRequired = false,
  name,
  value: controlled,
  onChange,
  onSubmit,
}: SearchFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [own, setOwn] = useState('')
  const { search, clear } = useText(words)
  const value = controlled ?? own
  const change = (next: string) => {
    setOwn(next)
    onChange?.(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Both keys belong to the input method while it composes a word.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      // A form around it is not sent by a search within it.
      event.preventDefault()
      onSubmit?.(value)
    }
    if (event.key !== 'Escape' || value === '') return
    // A dialog around it stays open.
    event.preventDefault()
    event.stopPropagation()
    change('')
  }
  return (
    <div className="field" data-disabled={isDisabled || undefined} data-invalid={error ? true : undefined}>
      <FieldFrame
        label={label ?? search}
        isLabelHidden={isLabelHidden}
        help={help}
        error={error}
        describedBy={`${id}-help`}
        labelFor={{ htmlFor: id }}
      >
        <div className="field-box">
          <span className="field-mark">
            <Icon name="search" />
          </span>
          <input
            ref={input}
            id={id}
            className="field-input"
            type="search"
            name={name}
            value={value}
            placeholder={placeholder ?? label ?? search}
            disabled={isDisabled}
            required={isRequired}
            aria-describedby={`${id}-help`}
            aria-invalid={error ? true : undefined}
            // biome-ignore lint/a11y/noAutofocus: only where the field was just opened to be typed in
            autoFocus={isAutoFocus}
            onChange={(event) => change(event.target.value)}
            onKeyDown={onKeyDown}
          />
          {value !== '' && !isDisabled && (
            <button
              type="button"
              className="field-step"
              aria-label={clear}
              // The keyboard has Escape; the focus stays in the field.
              tabIndex={-1}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => {
                change('')
                input.current?.focus()
              }}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
      </FieldFrame>
    </div>
  )
}
