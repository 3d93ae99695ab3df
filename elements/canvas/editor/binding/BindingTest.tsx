import { useEffect, useMemo, useState } from 'react'
import type { PointSource } from '../../../../core/canvas/point-source.ts'
import { createReplaySource } from '../../../../core/canvas/replay-source.ts'
import { createTypedSource } from '../../../../core/canvas/typed-source.ts'
import { DAY_MS, MINUTE_MS } from '../../../../core/catalogue/durations.ts'
import type { Binding, Control } from '../../../../core/contract/documents/screen.ts'
import type { Value } from '../../../../core/contract/telemetry.ts'
import { pointsOf, writePoint } from '../../../../core/rules/expression/points.ts'
import { useConnection, useElement, useText } from '../../../define/index.ts'
import { Select } from '../../../kit/Select.tsx'
import { useLiveSource } from '../../view/use-live-source.ts'
import { useEditor } from '../editor-context.ts'
import { TextInput } from '../inspector/TextInput.tsx'
import { valueFrom, valueShown } from '../inspector/value-text.ts'
import { instantOf, localOf } from './instant.ts'
import { useTestDevice } from './TestDevice.tsx'
import { TestResult } from './TestResult.tsx'
import { text } from './text.ts'

type With = 'live' | 'past' | 'typed'
const LONGEST_MS = 30 * DAY_MS

interface BindingTestProps {
  binding: Binding
  path: string
  lead: Control
}

/** Result of the binding: now, at a past time, or with values that somebody types. */
export function BindingTest(props: BindingTestProps) {
  const t = useText(text)
  const { hasLive, choice } = useTestDevice(true)
  const [chosen, setChosen] = useState<With>('live')
  const mode = hasLive ? chosen : 'typed'
  return (
    <details className="prop-section binding-test">
      <summary>{t.test}</summary>
      <div className="prop-rows">
        {!hasLive && <p className="prop-help">{t.noDevices}</p>}
        {hasLive && (
          <div className="binding-test-with">
            <Select<With>
              label={t.testWith}
              options={(['live', 'past', 'typed'] as const).map((id) => ({ id, label: t[id] }))}
              value={mode}
              onChange={setChosen}
            />
            {mode !== 'typed' && choice}
          </div>
        )}
        {mode === 'live' && <WithLive {...props} />}
        {mode === 'past' && <WithPast {...props} />}
        {mode === 'typed' && <WithTyped {...props} />}
      </div>
    </details>
  )
}

function WithLive(props: BindingTestProps) {
  const { sn_code } = useEditor()
  const source = useLiveSource()
  return source && <TestResult {...props} source={source} sn_code={sn_code} />
}

function WithPast(props: BindingTestProps) {
  const t = useText(text)
  const { api, clock } = useConnection()
  const { timeZone } = useElement()
  const { sn_code } = useEditor()
  const live = useLiveSource()
  const [local, setLocal] = useState(() => localOf(clock.now() - 10 * MINUTE_MS, timeZone))
  const [hasFailed, setFailed] = useState(false)
  const time = instantOf(local, timeZone)
  const now = clock.now()
  const isOut = time === null || time > now || time < now - LONGEST_MS
  const [source, setSource] = useState<PointSource | null>(null)
  useEffect(() => {
    if (isOut || time === null || !live) return
    const made = createReplaySource({
      fetch: (points, start, end, step_ms) => api.screen.replay({ points: [...points], start, end, step_ms }),
      start: time,
      end: time + MINUTE_MS,
      facts: live,
    })
    setSource(made)
    const stop = made.$state.subscribe(({ error }) => setFailed(error !== null))
    return () => {
      stop()
      made.dispose()
      setSource(null)
    }
  }, [api, live, time, isOut])
  return (
    <>
      <label className="field">
        <span className="field-label">{t.moment}</span>
        <span className="field-box">
          <input
            type="datetime-local"
            className="field-input"
            value={local}
            min={localOf(now - LONGEST_MS, timeZone)}
            max={localOf(now, timeZone)}
            aria-invalid={isOut || undefined}
            onChange={(event) => setLocal(event.target.value)}
          />
        </span>
        {isOut && <span className="field-error">{t.momentRange}</span>}
      </label>
      {hasFailed && <p className="field-error">{t.pastFailed}</p>}
      {source && !isOut && <TestResult {...props} source={source} sn_code={sn_code} />}
    </>
  )
}

/** Stands for the screen's device where there is none. */
const NOBODY = 'TEST'

function WithTyped(props: BindingTestProps) {
  const t = useText(text)
  const { template } = useEditor()
  const [values, setValues] = useState<Readonly<Record<string, Value>>>({})
  const { expression } = props.binding
  const points = useMemo(() => pointsOf(expression).filter(({ key }) => !key.includes('$')), [expression])
  const source = useMemo(() => {
    const known = new Map((template?.points ?? []).map((point) => [point.key, point]))
    const devices = new Set([NOBODY, ...points.map(({ sn_code }) => sn_code || NOBODY)])
    return createTypedSource({
      devices: [...devices].map((sn_code) => ({
        sn_code,
        dev_alias: '',
        dev_state: 1,
        may_write: false,
        // Whatever is named can be typed.
        points: new Map([...known, ...points.map(({ key }) => [key, known.get(key) ?? plain(key)] as const)]),
      })),
    })
  }, [template, points])
  useEffect(() => {
    for (const point of points) {
      const value = values[writePoint(point)]
      if (value !== undefined && value !== null) source.set(point.sn_code || NOBODY, point.key, value)
      else source.clear(point.sn_code || NOBODY, point.key)
    }
  }, [source, points, values])
  return (
    <>
      {points.length === 0 && <p className="prop-help">{t.noPointsIn}</p>}
      {points.map((point) => {
        const name = writePoint(point)
        return (
          <div key={name} className="prop-row">
            <span className="prop-label" aria-hidden>
              {name}
            </span>
            <div className="prop-field">
              <TextInput
                label={t.typeValue({ name })}
                value={valueShown(values[name])}
                onChange={(typed) => setValues((before) => ({ ...before, [name]: valueFrom(typed) }))}
              />
            </div>
          </div>
        )
      })}
      <TestResult {...props} source={source} sn_code={NOBODY} />
    </>
  )
}

const plain = (key: string) => ({
  key,
  name: key,
  name_en: null,
  data_type: 'number' as const,
  unit: null,
  decimals: null,
  access: 'r' as const,
  write_min: null,
  write_max: null,
  enum_text: null,
  keep_history: false,
  two_step: false,
})
