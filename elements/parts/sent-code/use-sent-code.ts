import { useState } from 'react'
import type { CallOptions } from '../../../core/connection/client.ts'
import type { Sending } from '../form/use-sending.ts'
import { type AddressDraft, draftAddress, NO_ADDRESS, useAddressFault } from './AddressField.tsx'
import { type SentCode, sentNow } from './CodeField.tsx'

interface Checked {
  address: string
  check_code: string
  graphic_code: string
}

/** An address, the graphic code before a code is sent there, and the code: what registering and recovering share. */
export function useSentCode(
  call: (input: Checked, options?: CallOptions) => Promise<{ resend_s: number }>,
  { judge, send }: Pick<Sending<'address' | 'graphic_code' | 'code'>, 'judge' | 'send'>,
  codeMissing: string,
) {
  const [draft, setDraft] = useState<AddressDraft>(NO_ADDRESS)
  const [letters, setLetters] = useState('')
  const [check_code, setCheckCode] = useState('')
  const [round, setRound] = useState(0)
  const [sent, setSent] = useState<SentCode | null>(null)
  const faultOf = useAddressFault()
  const address = draftAddress(draft)

  /** True when the code is on its way. */
  async function sendCode(): Promise<boolean> {
    const isFine = judge({
      ...(!address && { address: faultOf(draft) }),
      ...(letters.trim() === '' && { graphic_code: codeMissing }),
    })
    if (!isFine || !address) return false
    const answer = await send(() => call({ address, check_code, graphic_code: letters.trim() }, { isQuiet: true }))
    // The picture is used up, right or wrong.
    setLetters('')
    setRound((before) => before + 1)
    if (!answer) return false
    setSent(sentNow(address, answer.resend_s))
    return true
  }

  return {
    ...{ draft, setDraft, address, sent, sendCode, faultOf },
    graphicCode: { value: letters, onChange: setLetters, onPicture: setCheckCode, round },
  }
}
