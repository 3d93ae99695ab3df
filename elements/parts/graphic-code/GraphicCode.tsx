import { useEffect, useEffectEvent, useState } from 'react'
import { useConnection, useSheet, useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { useCall } from '../use-call.ts'
import sheet from './graphic-code.css?sheet'
import { text } from './text.ts'

interface GraphicCodeProps {
  value: string
  onChange: (letters: string) => void
  /** The number under which the shown picture's letters are to be sent. */
  onPicture: (check_code: string) => void
  /** Another number asks for another picture: each is good once. */
  round: number
  error?: string | undefined
}

/** Random, so that nobody else's picture is answered for. */
const newCheckCode = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A picture of four letters and digits, and the field for them. */
export function GraphicCode({ value, onChange, onPicture, round, error }: GraphicCodeProps) {
  useSheet(sheet)
  const t = useText(text)
  const { api } = useConnection()
  const [check_code, setCode] = useState(newCheckCode)
  const { data, failure } = useCall(api.loginCheck.graphicCode, { check_code })
  const tell = useEffectEvent(onPicture)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is there to ask for another picture
  useEffect(() => setCode(newCheckCode()), [round])
  useEffect(() => tell(check_code), [check_code])

  const another = () => {
    onChange('')
    setCode(newCheckCode())
  }
  return (
    <div className="graphic-code">
      <TextField
        label={t.label}
        name="graphic_code"
        autoComplete="off"
        maxLength={8}
        value={value}
        onChange={onChange}
        help={failure ? t.failed : undefined}
        error={error}
        isRequired
      />
      <span className="graphic-code-picture">
        {data && <img src={`data:image/png;base64,${data}`} alt={t.picture} width={120} height={44} />}
      </span>
      <IconButton icon="refresh" label={t.another} onPress={another} />
    </div>
  )
}
