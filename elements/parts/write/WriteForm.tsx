import { type FormEvent, useState } from 'react'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Point } from '../../../core/contract/device.ts'
import type { Value } from '../../../core/contract/telemetry.ts'
import { words } from '../../../core/text/words.ts'
import { useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { valueWithUnit } from '../../parts/point-text.ts'
import type { CallFailure } from '../../parts/use-call.ts'
import { useMonitor } from '../monitor-context.ts'
import { useLiveValue } from '../values/use-live-value.ts'
import { problemOf, startOf } from './new-value.ts'
import { text } from './text.ts'
import { ValueField } from './ValueField.tsx'
import { writeOf } from './writes.ts'

interface WriteFormProps {
  point: Point
  /** Why the server did not take the last try. */
  failure: CallFailure | null
  onWrite: (value: Value) => void
  onClose: () => void
}

export function WriteForm({ point, failure, onWrite, onClose }: WriteFormProps) {
  const { writes } = useMonitor()
  const now = useLiveValue(point.key)?.[0]
  const [value, setValue] = useState<Value>(
    () => writeOf(writes.$writes.get(), point.key)?.value ?? startOf(now, point),
  )
  const [isTried, setTried] = useState(false)
  const format = useFormat()
  const { lang } = useElement()
  const t = useText(text)
  const { cancel } = useText(words)
  const problem = problemOf(value, point)
  const refusalText = ({ code, fields }: ApiError) => fields.at(0)?.message ?? messageOf(code, lang)
  const refusal = failure instanceof ApiError ? refusalText(failure) : undefined
  const error = isTried ? problem && t[problem] : refusal

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!problem) onWrite(value)
  }
  return (
    <form className="monitor-write-form" onSubmit={submit} noValidate>
      <p className="monitor-change">
        <span className="monitor-quiet">{t.oldValue}</span> {valueWithUnit(now, point, format)}
      </p>
      <ValueField point={point} value={value} onChange={setValue} error={error ?? undefined} />
      {error && point.data_type === 'boolean' && (
        <p className="monitor-refusal" role="alert">
          {error}
        </p>
      )}
      <div className="monitor-write-actions">
        <Button onPress={onClose}>{cancel}</Button>
        <Button look="primary" type="submit">
          {point.two_step ? t.select : t.write}
        </Button>
      </div>
    </form>
  )
}
