import { type KeyboardEvent, type ReactNode, type Ref, useId } from 'react'
import { useSheet } from '../../define/index.ts'
import { FieldFrame, type FieldProps } from '../../kit/Field.tsx'
import sheet from './graphic-code.css?sheet'

interface LineFieldProps extends Omit<FieldProps, 'isDisabled' | 'isLabelHidden'> {
  name: string
  value: string
  onChange: (value: string) => void
  autoComplete: string
  maxLength: number
  /** Which keys a phone offers. */
  keys?: 'text' | 'numeric'
  onFocus?: () => void
  /** What Enter does instead of sending the whole form. */
  onEnter?: (() => void) | undefined
  isAutoFocus?: boolean
  ref?: Ref<HTMLInputElement> | undefined
  /** Level with the box; a message below spans both. */
  children: ReactNode
}

/** A text on one line with something beside it: a picture, a button. */
export function LineField(props: LineFieldProps) {
  useSheet(sheet)
  const { label, help, error, isRequired, onChange, keys = 'text', onEnter, isAutoFocus, children, ...rest } = props
  const id = useId()
  const describedBy = `${id}-help`
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !onEnter) return
    event.preventDefault()
    onEnter()
  }
  return (
    <div className="field" data-invalid={error ? true : undefined} data-required={isRequired || undefined}>
      <FieldFrame
        label={label}
        {...(help !== undefined && { help })}
        error={error}
        describedBy={describedBy}
        labelFor={{ htmlFor: id }}
      >
        <div className="line-field">
          <div className="field-box">
            <input
              {...rest}
              id={id}
              className="field-input"
              inputMode={keys}
              autoCapitalize="off"
              spellCheck={false}
              aria-describedby={describedBy}
              aria-invalid={error ? true : undefined}
              aria-required={isRequired}
              // biome-ignore lint/a11y/noAutofocus: the user has just opened this field
              autoFocus={isAutoFocus}
              onChange={(event) => onChange(event.target.value)}
              onKeyDown={onKeyDown}
            />
          </div>
          {children}
        </div>
      </FieldFrame>
    </div>
  )
}
