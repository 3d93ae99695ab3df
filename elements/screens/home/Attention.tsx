import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Alarm } from '../../../core/contract/alarm.ts'
import type { Device } from '../../../core/contract/device.ts'
import { useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { StateMark } from '../../kit/StateMark.tsx'
import { Age } from '../../parts/Age.tsx'
import { alarmName } from '../../parts/alarm-name.ts'
import { stateOf } from '../../parts/device-state.ts'
import { Failure } from '../../parts/Failure.tsx'
import type { Called } from '../../parts/use-call.ts'
import { text } from './text.ts'

/** From this level on an alarm makes its device faulty. */
const { faultyFromLevel } = LIMITS

interface AttentionProps {
  called: Called<{ rows: Device[]; total: number }>
  /** The worst of the organisation, the worst first: what makes a device faulty is among them. */
  alarms: readonly Alarm[]
  /** How many alarms are open: beside them not all is well. Null until it is known. */
  openAlarms: number | null
  /** Where devices are listed; null where the user may open no such page. */
  listPath: string | null
  go: (path: string) => void
}

/** A line: beside alarms there is no room for good news. */
function NoneAway() {
  const t = useText(text)
  return (
    <p className="home-panel home-none-away">
      <Icon name="check" /> {t.noneAway}
    </p>
  )
}

/** Devices that are faulty or offline, the faulty ones first. */
export function Attention({ called, alarms, openAlarms, listPath, go }: AttentionProps) {
  const t = useText(text)
  const { lang } = useElement()
  const { data, failure, reload } = called
  const noteOf = ({ sn_code, dev_state }: Device) => {
    const isCause = (alarm: Alarm) =>
      alarm.sn_code === sn_code && alarm.alarm_level >= faultyFromLevel && alarm.recover_time === null
    const cause = dev_state === 3 ? alarms.find(isCause) : undefined
    return cause ? `${sn_code} · ${alarmName(cause, lang)}` : sn_code
  }
  if (data?.rows.length === 0 && openAlarms !== 0) return <NoneAway />
  const rows = data?.rows.toSorted((a, b) => b.dev_state - a.dev_state || b.open_alarms - a.open_alarms)
  return (
    <section className="home-panel" aria-labelledby="attention-title">
      <h2 id="attention-title" className="home-panel-title">
        {t.attention}
      </h2>
      {!data || !rows ? (
        failure ? (
          <Failure failure={failure} onRetry={reload} />
        ) : (
          <Skeleton rows={6} />
        )
      ) : rows.length === 0 ? (
        <EmptyState icon="check" title={t.noAttention} explanation={t.noAttentionWhy} />
      ) : (
        <>
          <ul className="home-rows">
            {rows.map((row) => (
              <li key={row.sn_code}>
                <div className="home-row">
                  <span className="home-row-mark">
                    <StateMark state={stateOf(row.dev_state)} />
                  </span>
                  <span className="home-row-main">
                    <button
                      type="button"
                      className="home-row-title"
                      onClick={() => go(`/deviceDetail/${encodeURIComponent(row.sn_code)}`)}
                    >
                      {row.dev_alias}
                    </button>
                    <span className="home-row-note">{noteOf(row)}</span>
                  </span>
                  <span className="home-row-age">
                    <Age time={row.report_time} />
                  </span>
                </div>
              </li>
            ))}
          </ul>
          {listPath && data.total > rows.length && (
            <div className="home-panel-foot">
              <Button look="plain" onPress={() => go(`${listPath}?state=faulty,offline`)}>
                {t.showAll({ count: data.total })}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}
