import { type FormEvent, useState } from 'react'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { PasswordField } from '../../kit/TextField.tsx'
import { text } from './text.ts'

interface PasswordFormProps {
  /** One that was typed was wrong. */
  hasTried: boolean
  onPassword: (password: string) => void
}

export function PasswordForm({ hasTried, onPassword }: PasswordFormProps) {
  const t = useText(text)
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password) onPassword(password)
  }
  return (
    <form className="shared-ask" onSubmit={submit} noValidate>
      <h2>{t.passwordTitle}</h2>
      <PasswordField
        label={t.password}
        value={password}
        onChange={setPassword}
        error={hasTried ? t.wrongPassword : undefined}
      />
      <Button look="primary" type="submit">
        {t.open}
      </Button>
    </form>
  )
}
