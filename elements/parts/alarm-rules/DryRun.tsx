import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { DAY_MS, HOUR_MS } from '../../../core/catalogue/durations.ts'
import type { AlarmLoad, DryRun as Result, RuleOwner, SentRule } from '../../../core/contract/alarm-rules.ts'
import { DRY_RUN } from '../../../core/contract/alarm-rules.ts'
import { deviceWords } from '../../../core/text/device-words.ts'
import { useConnection, useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { Failure } from '../Failure.tsx'
import { type CallFailure, isCallFailure } from '../use-call.ts'
import { DryAlarms } from './DryAlarms.tsx'
import { text } from './text.ts'

const KINDS = ['acceptable', 'manageable', 'busy', 'flood'] as const

/** A set of rules that can be tried. */
export interface Trial {
  id: 'one' | 'all'
  rules: readonly SentRule[]
  /** Rules as they are saved to compare with, by id; all of them when left out. */
  against?: string[]
}

interface DryRunProps {
  owner: RuleOwner
  /** What can be tried: each has its button. */
  trials: readonly Trial[]
  /** It is all there is in its place, which has a heading, and runs when it is first shown. */
  isAlone?: boolean
  /** What would have to be mended first; nothing is tried then. */
  isBroken?: boolean
  onBroken?: () => void
}

/** What rules would have raised over recorded history, as the server counts it, beside what those that are saved raise. */
export function DryRun({ owner, trials, isAlone = false, isBroken = false, onBroken }: DryRunProps) {
  const t = useText(text)
  const { api, clock } = useConnection()
  const [started, setStarted] = useState<Trial | null>(null)
  const [state, setState] = useState<'idle' | 'running' | 'stopped'>('idle')
  const [outcome, setOutcome] = useState<{ result: Result; rules: readonly SentRule[] } | null>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const running = useRef<AbortController | null>(null)
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => () => running.current?.abort(), [])
  const isRunning = state === 'running'

  async function run(trial: Trial) {
    if (isBroken) return onBroken?.()
    const abort = new AbortController()
    running.current = abort
    setStarted(trial)
    setState('running')
    setFailure(null)
    const end = clock.now()
    const input = { rules: [...trial.rules], start: end - DRY_RUN.days * DAY_MS, end, against: trial.against }
    try {
      const result = await api.alarmRules.dryRun({ ...owner, ...input }, { signal: abort.signal })
      setOutcome({ result, rules: trial.rules })
    } catch (error) {
      if (abort.signal.aborted) return
      if (!isCallFailure(error)) throw error
      setOutcome(null)
      setFailure(error)
    } finally {
      if (!abort.signal.aborted) setState('idle')
    }
  }
  function stop() {
    running.current?.abort()
    setState('stopped')
    // The button that is pressed goes away with what it stops.
    bar.current?.querySelector<HTMLElement>('[data-pending]')?.focus()
  }

  const first = useEffectEvent(() => {
    const [trial] = trials
    if (isAlone && trial) void run(trial)
  })
  useEffect(() => first(), [])

  return (
    <section className="dry-run" aria-label={t.trial}>
      {!isAlone && <h3 className="rule-legend">{t.trial}</h3>}
      <p className="rule-quiet">{t.trialWhy}</p>
      <div ref={bar} className="dry-run-bar">
        {trials.map((trial) => (
          <Button
            key={trial.id}
            icon="play"
            isPending={isRunning && started?.id === trial.id}
            isDisabled={isRunning && started?.id !== trial.id}
            onPress={() => void run(trial)}
          >
            {trial.id === 'one' ? t.tryThis : trials.length > 1 ? t.tryAll : t.testAll}
          </Button>
        ))}
        {isRunning && <Button onPress={stop}>{t.stop}</Button>}
        <span role="status" className="dry-run-state">
          {isRunning && (
            <>
              <progress aria-label={t.trying} />
              {t.trying}
            </>
          )}
          {state === 'stopped' && t.trialStopped}
        </span>
      </div>
      {failure && started && <Failure failure={failure} onRetry={() => void run(started)} />}
      {outcome && <DryRunOutcome {...outcome} />}
    </section>
  )
}

function DryRunOutcome({ result, rules }: { result: Result; rules: readonly SentRule[] }) {
  const t = useText(text)
  const format = useFormat()
  const { load, now, start, end, since, until, device_count } = result
  const lasted = (from: number) => {
    const step = end - from > DAY_MS ? HOUR_MS : 60_000
    return format.duration(Math.round((end - from) / step) * step)
  }
  if (device_count === 0) return <p className="hint">{t.noDevice}</p>
  if (since === end) return <p className="hint">{t.noHistory({ days: lasted(start) })}</p>
  return (
    <>
      <p className="dry-run-sum">
        {until < end
          ? t.resultBetween({ count: load.total, since: format.dateTime(since), until: format.dateTime(until) })
          : t.result({ count: load.total, days: lasted(since) })}
      </p>
      {since - start >= HOUR_MS && <p className="rule-quiet">{t.historySince({ time: format.dateTime(since) })}</p>}
      <p className="rule-quiet">
        {[
          t.resultNow({ count: now.total }),
          ...(load.suppressed > 0 ? [t.suppressedOf({ count: load.suppressed })] : []),
          t.ofDevices({ count: device_count }),
        ].join(' · ')}
      </p>
      <Cut result={result} />
      <Steps load={load} now={now} />
      <p className="rule-quiet">
        {t.peak}: <strong className="dry-run-peak">{format.number(load.peak)}</strong> ({kindOf(load.peak, t)})
        {load.peak_time !== null && ` · ${t.peakAt({ time: format.dateTime(load.peak_time) })}`}
      </p>
      <DryAlarms result={result} rules={rules} />
    </>
  )
}

/** How far it came, where it did not come to the end. */
function Cut({ result: { until, end, devices_left, left } }: { result: Result }) {
  const t = useText(text)
  const { lang } = useElement()
  if (until === end && devices_left === 0) return null
  const names = left.map(deviceWords)
  const more = devices_left - left.length
  const list = new Intl.ListFormat(lang, { style: 'narrow' })
  const all = list.format([...names, ...(more > 0 ? [t.leftMore({ count: more })] : [])])
  return (
    <p className="dry-run-cut">
      <Icon name="warning" />
      <span>
        {t.cut({ seconds: DRY_RUN.seconds, most: DRY_RUN.devices })}{' '}
        {devices_left > 0 && t.left({ count: devices_left, names: all })}
      </span>
    </p>
  )
}

const kindOf = (count: number, t: Record<(typeof KINDS)[number], string>) =>
  count <= 1 ? t.acceptable : count <= 2 ? t.manageable : count <= 10 ? t.busy : t.flood

/** How many of the ten-minute steps were as ISA-18.2 wants them, tried and saved. */
function Steps({ load, now }: { load: AlarmLoad; now: AlarmLoad }) {
  const t = useText(text)
  const format = useFormat()
  const shareOf = (of: AlarmLoad, kind: (typeof KINDS)[number]) => {
    const all = KINDS.reduce((sum, one) => sum + of[one], 0)
    const percent = all === 0 ? 0 : (100 * of[kind]) / all
    // What is there, be it ever so little, is not shown as nothing.
    const shown = of[kind] > 0 && percent < 0.1 ? '< 0.1' : format.number(percent, percent % 1 === 0 ? 0 : 1)
    return { percent, said: t.share({ percent: shown }) }
  }
  return (
    <table className="dry-run-steps">
      <caption>{t.steps}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t.count}</th>
          <th scope="col">{t.asTried}</th>
          <th scope="col">{t.asNow}</th>
        </tr>
      </thead>
      <tbody>
        {KINDS.map((kind) => (
          <tr key={kind} data-kind={kind}>
            <th scope="row">{t[kind]}</th>
            <td>{t[`r_${kind}`]}</td>
            <td>
              <span className="dry-run-share">{shareOf(load, kind).said}</span>
              <span className="dry-run-bar-of" style={{ inlineSize: `${shareOf(load, kind).percent * 0.4}%` }} />
            </td>
            <td>{shareOf(now, kind).said}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
