import { useEffect, useRef, useState } from 'react'
import { outagesOf } from '../../../../core/rules/outages.ts'
import { words } from '../../../../core/text/words.ts'
import { useConnection, useFormat, useSheet, useText } from '../../../define/index.ts'
import { IconButton } from '../../../kit/Button.tsx'
import { type DeviceState, StateMark } from '../../../kit/StateMark.tsx'
import { useCall } from '../../../parts/use-call.ts'
import { useMonitor } from '../monitor-context.ts'
import { StateTable } from './StateTable.tsx'
import sheet from './state-history.css?sheet'
import { marksOf, sharesOf } from './state-shares.ts'
import { text } from './text.ts'

const STATES = ['unknown', 'online', 'offline', 'faulty'] as const
type State = (typeof STATES)[number]
const KNOWN = ['online', 'offline', 'faulty'] as const satisfies State[]
const SHOWN = [...KNOWN, 'unknown'] as const

/** What a device seldom is, is said only where it was. */
const isAlways: ReadonlySet<State> = new Set(['online', 'offline'])

/** In which states the device was in a range of time: shares, outages, and a strip over the time. */
export function StateHistory({ start, end = Number.MAX_SAFE_INTEGER }: { start: number; end?: number }) {
  useSheet(sheet)
  const { sn_code, dev_state } = useMonitor().device
  const { api } = useConnection()
  const format = useFormat()
  const t = useText(text)
  const word = useText(words)
  const called = useCall(api.device.states, { sn_code, start, end })
  const { data, reload } = called
  const [isTable, setTable] = useState(false)
  const before = useRef(dev_state)
  useEffect(() => {
    if (before.current === dev_state) return
    before.current = dev_state
    reload()
  }, [dev_state, reload])
  // The list below asks for the same time and says what failed.
  if (called.failure && !data) return null
  const spans = data?.spans ?? []
  const [first, last] = [spans[0], spans.at(-1)]
  // Of the time in which it is known: as the home page counts the availability of devices.
  const shares = sharesOf(KNOWN.map((state) => data?.[state] ?? 0))
  const { count, longestMs } = outagesOf(spans)
  const nameOf = (state: State) => (state === 'unknown' ? t.unknown : word[state])
  const shareOf = (state: State) => {
    const share = shares[KNOWN.indexOf(state as (typeof KNOWN)[number])]
    return share === undefined ? null : `${format.number(share, 2)} %`
  }
  const lastingOf = (state: State) => format.duration(data?.[state] ?? 0)
  const summary = SHOWN.map((state) => `${nameOf(state)} ${shareOf(state) ?? lastingOf(state)}`).join(', ')
  return (
    <section className="states" aria-label={t.states} aria-busy={!data}>
      <div className="states-head">
        <dl className="states-shares">
          {SHOWN.filter((state) => isAlways.has(state) || data?.[state]).map((state) => (
            <div key={state} className="states-share">
              <dt>
                {state === 'unknown' ? (
                  <span title={t.unknownWhy}>{t.unknown}</span>
                ) : (
                  <StateMark state={state satisfies DeviceState} />
                )}
              </dt>
              <dd>{data ? [shareOf(state), lastingOf(state)].filter((part) => part !== null).join(' · ') : '–'}</dd>
            </div>
          ))}
          <div className="states-share">
            <dt>{t.outages}</dt>
            <dd>
              {!data ? '–' : count === 0 ? t.noOutage : t.outagesOf({ count, longest: format.duration(longestMs) })}
            </dd>
          </div>
        </dl>
        <IconButton icon="table" label={t.asTable} isPressed={isTable} onPress={() => setTable(!isTable)} />
      </div>
      <svg className="states-strip" viewBox="0 0 1000 1" preserveAspectRatio="none" role="img" aria-label={summary}>
        {marksOf(spans).map(({ span: [from, to, dev_state], x, width }) => {
          const state = STATES[dev_state] ?? 'unknown'
          return (
            <rect key={`${from} ${dev_state}`} className={`states-${state}`} x={x} y={0} width={width} height={1}>
              <title>{`${nameOf(state)}: ${format.dateTime(from)} – ${format.dateTime(to)} (${format.duration(to - from)})`}</title>
            </rect>
          )
        })}
      </svg>
      <p className="states-ends">
        <span>{first ? format.dateTime(first[0]) : ''}</span>
        <span>{last ? format.dateTime(last[1]) : ''}</span>
      </p>
      {isTable && <StateTable spans={spans} nameOf={(dev_state) => nameOf(STATES[dev_state] ?? 'unknown')} />}
    </section>
  )
}
