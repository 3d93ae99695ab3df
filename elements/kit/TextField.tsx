import { type Ref, useId, useState } from 'react'
import { TextField as AriaTextField, Button, Input, TextArea } from 'react-aria-components'
import { defineText } from '../../core/text/define-text.ts'
import { useText } from '../context/element-context.ts'
import { FieldFrame, type FieldProps } from './Field.tsx'
import { Icon } from './Icon.tsx'

const text = defineText({
  showPassword: ['显示密码', 'Show password'],
  hidePassword: ['隐藏密码', 'Hide password'],
})

export interface TextFieldProps extends FieldProps {
  value?: string
  onChange?: (value: string) => void
  onBlur?: () => void
  placeholder?: string
  /** More than one makes it a text area of so many lines. */
  lines?: number
  maxLength?: number
  type?: 'text' | 'email' | 'tel' | 'url'
  autoComplete?: string
  isAutoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

export function TextField({
  label,
  isLabelHidden,
  help,
  error,
  placeholder,
  lines = 1,
  isAutoFocus,
  ref,
  ...rest
}: TextFieldProps) {
  const describedBy = useId()
  return (
    <AriaTextField
      {...rest}
      {...(isAutoFocus ? { autoFocus: true } : {})}
      className="field"
      aria-describedby={describedBy}
      isInvalid={Boolean(error)}
    >
      <FieldFrame label={label} isLabelHidden={isLabelHidden} help={help} error={error} describedBy={describedBy}>
        <div className="field-box">
          {lines > 1 ? (
            <TextArea className="field-input" rows={lines} placeholder={placeholder} />
          ) : (
            <Input className="field-input" placeholder={placeholder} ref={ref} />
          )}
        </div>
      </FieldFrame>
    </AriaTextField>
  )
}

type PasswordFieldProps = Omit<TextFieldProps, 'lines' | 'type' | 'autoComplete'> & {
  autoComplete?: 'current-password' | 'new-password'
}

/** Hidden until the eye is pressed. */
export function PasswordField({
  label,
  isLabelHidden,
  help,
  error,
  placeholder,
  isAutoFocus,
  autoComplete = 'current-password',
  ref,
  ...rest
}: PasswordFieldProps) {
  const describedBy = useId()
  const { showPassword, hidePassword } = useText(text)
  const [isShown, setShown] = useState(false)
  return (
    <AriaTextField
      {...rest}
      {...(isAutoFocus ? { autoFocus: true } : {})}
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      className="field"
      aria-describedby={describedBy}
      isInvalid={Boolean(error)}
    >
      <FieldFrame label={label} isLabelHidden={isLabelHidden} help={help} error={error} describedBy={describedBy}>
        <div className="field-box">
          <Input className="field-input" placeholder={placeholder} ref={ref} />
          <Button
            className="field-step"
            aria-label={isShown ? hidePassword : showPassword}
            onPress={() => setShown(!isShown)}
          >
            <Icon name={isShown ? 'eye-off' : 'eye'} />
          </Button>
        </div>
      </FieldFrame>
    </AriaTextField>
  )
}
