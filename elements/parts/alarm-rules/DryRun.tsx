import { useEffect, useEffectEvent, useState } from 'react'
import type { AlarmLoad, DryRun as Result, RuleOwner, SentRule } from '../../../core/contract/alarm-rules.ts'
import { DRY_RUN } from '../../../core/contract/alarm-rules.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Failure } from '../Failure.tsx'
import { type CallFailure, isCallFailure } from '../use-call.ts'
import { DryAlarms } from './DryAlarms.tsx'
import { text } from './text.ts'

const DAY_MS = 86_400_000
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
  const [asked, setAsked] = useState<Trial | null>(null)
  const [isPending, setPending] = useState(false)
  const [result, setResult] = useState<Result | null>(null)
  const [failure, setFailure] = useState<CallFailure | null>(null)

  async function run(trial: Trial) {
    if (isBroken) return onBroken?.()
    setAsked(trial)
    setPending(true)
    const end = clock.now()
    try {
      const given = {
        ...owner,
        rules: [...trial.rules],
        start: end - DRY_RUN.days * DAY_MS,
        end,
        against: trial.against,
      }
      setResult(await api.alarmRules.dryRun(given, { isQuiet: true }))
      setFailure(null)
    } catch (error) {
      if (!isCallFailure(error)) throw error
      setResult(null)
      setFailure(error)
    } finally {
      setPending(false)
    }
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
      <div className="dry-run-bar">
        {trials.map((trial) => (
          <Button
            key={trial.id}
            icon="play"
            isPending={isPending && asked?.id === trial.id}
            isDisabled={isPending}
            onPress={() => void run(trial)}
          >
            {trial.id === 'one' ? t.tryThis : trials.length > 1 ? t.tryAll : t.testAll}
          </Button>
        ))}
        <span role="status" className="rule-quiet">
          {isPending && t.trying}
        </span>
      </div>
      {failure && asked && <Failure failure={failure} onRetry={() => void run(asked)} />}
      {result && asked && <Told result={result} rules={asked.rules} />}
    </section>
  )
}

function Told({ result, rules }: { result: Result; rules: readonly SentRule[] }) {
  const t = useText(text)
  const format = useFormat()
  const { load, now, device_count, devices_left } = result
  return (
    <>
      <p className="dry-run-sum">
        {t.result({
          count: load.total,
          days: format.duration(Math.round((result.end - result.start) / 60_000) * 60_000),
        })}
      </p>
      <p className="rule-quiet">
        {[
          t.resultNow({ count: now.total }),
          ...(load.suppressed > 0 ? [t.suppressedOf({ count: load.suppressed })] : []),
          t.ofDevices({ count: device_count }),
        ].join(' · ')}
      </p>
      {devices_left > 0 && <p className="dry-run-cut">{t.cut({ count: devices_left })}</p>}
      <Steps load={load} now={now} />
      <p className="rule-quiet">
        {t.peak}: <strong className="dry-run-peak">{format.number(load.peak)}</strong> ({kindOf(load.peak, t)})
        {load.peak_time !== null && ` · ${t.peakAt({ time: format.dateTime(load.peak_time) })}`}
      </p>
      <DryAlarms result={result} rules={rules} />
    </>
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
              <span className="dry-run-bar-of" style={{ inlineSize: `${shareOf(load, kind).percent * 0.4}%` }} />
              {shareOf(load, kind).said}
            </td>
            <td>{shareOf(now, kind).said}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
