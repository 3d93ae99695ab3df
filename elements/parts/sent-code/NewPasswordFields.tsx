import { LIMITS } from '../../../core/catalogue/limits.ts'
import { useText } from '../../define/index.ts'
import { PasswordField } from '../../kit/TextField.tsx'
import { text } from './text.ts'

interface NewPassword {
  password: string
  repeat: string
}

interface NewPasswordFieldsProps {
  typed: NewPassword
  onChange: (part: Partial<NewPassword>) => void
  wrong: { password?: string; repeat?: string }
  /** The rule that it has to keep. */
  help: string
  isAutoFocus?: boolean
}

/** A new password, twice. */
export function NewPasswordFields({ typed, onChange, wrong, help, isAutoFocus = false }: NewPasswordFieldsProps) {
  const t = useText(text)
  return (
    <>
      <PasswordField
        label={t.password}
        name="password"
        autoComplete="new-password"
        help={help}
        maxLength={LIMITS.strongPassword}
        value={typed.password}
        onChange={(password) => onChange({ password })}
        error={wrong.password}
        isRequired
        isAutoFocus={isAutoFocus}
      />
      <PasswordField
        label={t.repeat}
        name="repeat"
        autoComplete="new-password"
        maxLength={LIMITS.strongPassword}
        value={typed.repeat}
        onChange={(repeat) => onChange({ repeat })}
        error={wrong.repeat}
        isRequired
      />
    </>
  )
}
