import { useRef, useState } from 'react'
import type { CallOptions } from '../../../core/connection/client.ts'
import { useText } from '../../define/index.ts'
import type { Sending } from '../form/use-sending.ts'
import { text as pictureText } from '../graphic-code/text.ts'
import { useGraphicCode } from '../graphic-code/use-graphic-code.ts'
import { type AddressDraft, addressOfDraft, faultOf, NO_ADDRESS } from './address-draft.ts'
import type { SentCode } from './CodeField.tsx'
import { type FieldMessages, withFieldMessages } from './field-messages.ts'
import { text } from './text.ts'

interface Checked {
  address: string
  check_code: string
  graphic_code: string
}

/** An address, the graphic code before a code is sent there, and the code: what registering and recovering share. */
export function useSentCode(
  call: (input: Checked, options?: CallOptions) => Promise<{ resend_s: number; request_id: string }>,
  { check, mend, send }: Pick<Sending<'address' | 'graphic_code' | 'code'>, 'check' | 'mend' | 'send'>,
) {
  const t = useText(text)
  const p = useText(pictureText)
  const [draft, setDraft] = useState<AddressDraft>(NO_ADDRESS)
  const [code, setCode] = useState('')
  const [latest, setLatest] = useState<SentCode | null>(null)
  const [isAgain, setAgain] = useState(false)
  const [isSending, setSending] = useState(false)
  const graphic = useGraphicCode()
  const codeField = useRef<HTMLInputElement>(null)
  const address = addressOfDraft(draft)
  // Another address begins anew.
  const sent = latest?.address === address ? latest : null
  /** The picture has to be solved before each sending, and is hidden in between. */
  const needsPicture = sent === null || isAgain
  const addressFault = address ? undefined : t[faultOf(draft)]

  /** True when the code is on its way. */
  async function sendCode(): Promise<boolean> {
    if (!needsPicture) {
      graphic.renew()
      setAgain(true)
      return false
    }
    const { check_code } = graphic
    const graphic_code = graphic.letters.trim()
    const isFine = check({
      ...(addressFault && { address: addressFault }),
      ...(graphic_code === '' && { graphic_code: p.missing }),
    })
    if (!isFine || !address) return false
    const messages: FieldMessages = {
      '110002': { field: 'graphic_code', message: p.wrong },
      '100019': { field: 'code', message: t.tooOften },
    }
    setSending(true)
    const answer = await send(() => withFieldMessages(call({ address, check_code, graphic_code }), messages))
    setSending(false)
    // The picture is used up, right or wrong.
    graphic.renew()
    if (!answer) return false
    const { request_id, resend_s } = answer
    setLatest({ address, request_id, resend_s, againTime: Date.now() + resend_s * 1000 })
    setAgain(false)
    codeField.current?.focus()
    return true
  }

  return {
    draft,
    setDraft(next: AddressDraft) {
      setDraft(next)
      mend('address')
    },
    address,
    addressFault,
    graphic,
    needsPicture,
    isAgain,
    sent,
    isSending,
    sendCode,
    codeField: { value: code, onChange: setCode, sent, isSending, onSend: () => void sendCode(), ref: codeField },
  }
}
