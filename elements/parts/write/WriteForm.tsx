import { type FormEvent, useRef, useState } from 'react'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Point } from '../../../core/contract/device.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { words } from '../../../core/text/words.ts'
import { useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Settling } from '../../kit/Settling.tsx'
import { useFocusWrong } from '../form/use-focus-wrong.tsx'
import { valueWithUnit } from '../point-text.ts'
import type { CallFailure } from '../use-call.ts'
import { isBeyond, problemOf } from './new-value.ts'
import { panelText } from './panel-text.ts'
import { text } from './text.ts'
import { ValueField } from './ValueField.tsx'

interface WriteFormProps {
  point: Point
  /** What the point has now, undefined while that is not known. */
  now: Value | undefined
  /** What the form begins with: the last try, or what the point has. */
  start: Value
  /** The value stands: it is only confirmed. */
  isSettled: boolean
  /** Why the server did not take the last try. */
  failure: CallFailure | null
  onWrite: (value: Value) => void
  onClose: () => void
}

export function WriteForm({ point, now, start, isSettled, failure, onWrite, onClose }: WriteFormProps) {
  const [value, setValue] = useState<Value>(start)
  /** While it is typed; undefined for what was taken over. */
  const [typed, setTyped] = useState<number | null>()
  const [isTried, setTried] = useState(false)
  const [found, setFound] = useState({})
  const form = useRef<HTMLFormElement>(null)
  const spoken = useFocusWrong(form, found)
  const format = useFormat()
  const { lang } = useElement()
  const t = useText(panelText)
  const { write } = useText(text)
  const { cancel } = useText(words)
  const problem = problemOf(typed === undefined ? value : typed, point)
  const isOutside =
    problem === 'outside' && (typed === undefined ? value !== start : typed !== null && isBeyond(typed, point))
  const refusalText = ({ code, fields }: ApiError) => fields.at(0)?.message ?? messageOf(code, lang)
  const refusal = failure instanceof ApiError ? refusalText(failure) : undefined
  const error = isOutside || isTried ? problem && t[problem] : refusal

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    setFound(problem ? { problem } : {})
    if (!problem) onWrite(value)
  }
  return (
    <form ref={form} className="write-form" onSubmit={submit} noValidate>
      {spoken}
      <p className="write-change">
        {!isSettled && <span className="write-quiet">{t.oldValue}</span>} {valueWithUnit(now, point, format)}
        {isSettled && (
          <>
            {' '}
            <span aria-hidden>→</span> <strong>{valueWithUnit(value, point, format)}</strong>
          </>
        )}
      </p>
      {!isSettled && (
        <ValueField
          point={point}
          value={value}
          onChange={(next) => {
            setValue(next)
            setTyped(undefined)
          }}
          onType={setTyped}
          error={error ?? undefined}
        />
      )}
      {error && (isSettled || point.data_type === 'boolean') && (
        <p className="write-refusal" role="alert">
          {error}
        </p>
      )}
      {point.two_step && <p className="write-quiet">{t.selectHow({ count: LIMITS.writeConfirmMs / 1000 })}</p>}
      <div className="write-actions">
        <Button onPress={onClose}>{cancel}</Button>
        <Settling>
          <Button look="primary" type="submit" isDisabled={isOutside}>
            {point.two_step ? t.select : write}
          </Button>
        </Settling>
      </div>
    </form>
  )
}
