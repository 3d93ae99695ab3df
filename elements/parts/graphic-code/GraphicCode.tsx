import { type Ref, useEffect, useRef } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { useConnection, useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { useCall } from '../use-call.ts'
import { LineField } from './LineField.tsx'
import { text } from './text.ts'
import type { GraphicCodeDraft } from './use-graphic-code.ts'

/** A picture that is about to be over is not typed from. */
const MARGIN_MS = 15_000

interface GraphicCodeProps {
  code: GraphicCodeDraft
  error?: string | undefined
  /** What Enter in the field does instead of sending the whole form. */
  onEnter?: () => void
  isAutoFocus?: boolean
  isRequired?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A picture of four letters and digits, and the field for them. */
export function GraphicCode({ code, error, onEnter, isAutoFocus = false, isRequired = false, ref }: GraphicCodeProps) {
  const t = useText(text)
  const { api } = useConnection()
  const { check_code, letters, write, renew } = code
  const { data, failure } = useCall(api.loginCheck.graphicCode, { check_code })
  const shownTime = useRef(Date.now())
  useEffect(() => {
    if (data) shownTime.current = Date.now()
  }, [data])

  const renewWhenOld = () => {
    if (letters === '' && Date.now() - shownTime.current > LIMITS.loginPuzzleTtlMs - MARGIN_MS) renew()
  }
  const failed =
    failure && !data ? (failure instanceof ApiError && failure.code === '100019' ? t.tooMany : t.failed) : ''
  return (
    <div className="graphic-code">
      <LineField
        ref={ref}
        label={t.label}
        name="graphic_code"
        autoComplete="off"
        maxLength={8}
        value={letters}
        onChange={write}
        onFocus={renewWhenOld}
        onEnter={onEnter}
        help={failed || t.help}
        error={error}
        isRequired={isRequired}
        isAutoFocus={isAutoFocus}
      >
        <span className="graphic-code-picture">
          {data && <img src={`data:image/png;base64,${data}`} alt={t.picture} draggable={false} />}
          {failed && <Icon name="warning" />}
        </span>
        <IconButton icon="refresh" label={t.another} onPress={renew} />
      </LineField>
    </div>
  )
}
