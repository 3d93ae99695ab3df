import { useNow, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { TextField } from '../../kit/TextField.tsx'
import sheet from './sent-code.css?sheet'
import { text } from './text.ts'

/** A code that is on its way. */
export interface SentCode {
  address: string
  resend_s: number
  /** From when another may be asked for; of this machine's clock. */
  againTime: number
}

export const sentNow = (address: string, resend_s: number): SentCode => ({
  ...{ address, resend_s },
  againTime: Date.now() + resend_s * 1000,
})

interface CodeFieldProps {
  value: string
  onChange: (code: string) => void
  error?: string | undefined
  /** Null before the first. */
  sent: SentCode | null
  onSend: () => void
  isPending: boolean
}

/** The six digits that came by SMS or e-mail, and the button that sends them. */
export function CodeField({ value, onChange, error, sent, onSend, isPending }: CodeFieldProps) {
  useSheet(sheet)
  const t = useText(text)
  const now = useNow()
  // The clock that is drawn by may be a second old.
  const waitS = sent ? Math.min(sent.resend_s, Math.ceil((sent.againTime - now) / 1000)) : 0
  return (
    <div>
      <div className="code-field">
        <TextField
          label={t.code}
          name="code"
          autoComplete="one-time-code"
          help={t.codeHelp}
          maxLength={8}
          value={value}
          onChange={onChange}
          error={error}
          isRequired
        />
        <Button isDisabled={waitS > 0} isPending={isPending} onPress={onSend}>
          {waitS > 0 ? t.againIn({ count: waitS }) : sent ? t.again : t.send}
        </Button>
      </div>
      <p role="status" className="code-sent">
        {sent && t.sent({ address: sent.address })}
      </p>
    </div>
  )
}

export const isCode = (code: string): boolean => /^\d{6}$/.test(code.trim())
