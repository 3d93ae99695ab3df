import type { Ref } from 'react'
import { useNow, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { LineField } from '../graphic-code/LineField.tsx'
import { text } from './text.ts'

/** A code that is on its way. */
export interface SentCode {
  address: string
  /** Returned with the code. */
  request_id: string
  resend_s: number
  /** From when another may be requested; of this machine's clock. */
  againTime: number
}

const DIGITS = 6
export const isCode = (code: string): boolean => new RegExp(`^\\d{${DIGITS}}$`).test(code)

interface CodeFieldProps {
  value: string
  onChange: (code: string) => void
  error?: string | undefined
  /** Null before the first. */
  sent: SentCode | null
  onSend: () => void
  isSending: boolean
  isAutoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/** The six digits that came by SMS or e-mail, and the button that sends them. */
export function CodeField({
  value,
  onChange,
  error,
  sent,
  onSend,
  isSending,
  isAutoFocus = false,
  ref,
}: CodeFieldProps) {
  const t = useText(text)
  return (
    <LineField
      ref={ref}
      label={t.code}
      name="code"
      autoComplete="one-time-code"
      keys="numeric"
      maxLength={12}
      value={value}
      // Codes are copied with spaces around and within.
      onChange={(typed) => onChange(typed.replace(/\D/g, '').slice(0, DIGITS))}
      help={t.codeHelp}
      error={error}
      isRequired
      isAutoFocus={isAutoFocus}
    >
      <span className="code-send">
        {sent ? (
          <SendAgain key={sent.againTime} sent={sent} onSend={onSend} isSending={isSending} />
        ) : (
          <Button isPending={isSending} onPress={onSend}>
            {t.send}
          </Button>
        )}
      </span>
    </LineField>
  )
}

/** Apart, since it is drawn every second. */
function SendAgain({ sent, onSend, isSending }: { sent: SentCode; onSend: () => void; isSending: boolean }) {
  const t = useText(text)
  const now = useNow()
  // The clock that is drawn by may be a second old.
  const waitS = Math.min(sent.resend_s, Math.ceil((sent.againTime - now) / 1000))
  return (
    <Button isDisabled={waitS > 0} isPending={isSending} onPress={onSend}>
      {waitS > 0 ? t.againIn({ count: waitS }) : t.again}
    </Button>
  )
}
