import { useId, useState } from 'react'
import { useText } from '../../../define/index.ts'
import { FieldFrame } from '../../../kit/Field.tsx'
import { text } from './text.ts'

interface TextInputProps {
  label: string
  value: string
  isLabelShown?: boolean
  isMixed?: boolean
  lines?: number
  maxLength?: number | undefined
  placeholder?: string
  isDisabled?: boolean
  /** Why a text is not taken; it stays in the field then. */
  fault?: (value: string) => string | null
  onChange: (value: string) => void
}

/** A text that is taken as it is typed. */
export function TextInput({
  label,
  value,
  isLabelShown = false,
  isMixed = false,
  lines = 1,
  fault,
  onChange,
  ...rest
}: TextInputProps) {
  const t = useText(text)
  const id = useId()
  const [wrong, setWrong] = useState<{ typed: string; why: string } | null>(null)
  const shown = wrong?.typed ?? (isMixed ? '' : value)
  const inputProps = {
    id,
    className: 'field-input',
    value: shown,
    maxLength: rest.maxLength,
    placeholder: isMixed ? t.mixed : rest.placeholder,
    disabled: rest.isDisabled,
    'aria-describedby': `${id}-help`,
    'aria-invalid': wrong ? true : undefined,
    onChange: (event: { target: { value: string } }) => {
      const typed = event.target.value
      const why = fault?.(typed) ?? null
      setWrong(why === null ? null : { typed, why })
      if (why === null) onChange(typed)
    },
  }
  return (
    <div className="field" data-invalid={wrong ? true : undefined} data-disabled={rest.isDisabled || undefined}>
      <FieldFrame
        label={label}
        isLabelHidden={!isLabelShown}
        error={wrong?.why}
        describedBy={`${id}-help`}
        labelFor={{ htmlFor: id }}
      >
        <div className="field-box">
          {lines > 1 ? (
            <textarea rows={lines} {...inputProps} />
          ) : (
            <input type="text" autoComplete="off" {...inputProps} />
          )}
        </div>
      </FieldFrame>
    </div>
  )
}
