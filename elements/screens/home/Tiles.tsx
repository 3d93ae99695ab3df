import type { ReactNode } from 'react'
import type { AlarmsBegun } from '../../../core/contract/alarm-record.ts'
import type { QuotaUse } from '../../../core/contract/quota.ts'
import type { DeviceAvailability, Statistics } from '../../../core/contract/statistics.ts'
import { whoAmI } from '../../../core/stores/collections/people.ts'
import { useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { countOf } from '../../parts/alarm-history/bars.ts'
import PerTime from '../../parts/alarm-history/PerTime.tsx'
import { shareText } from '../../parts/availability.ts'
import { Failure } from '../../parts/Failure.tsx'
import { isExhausted, QuotaUsed } from '../../parts/quotas/QuotaUsed.tsx'
import { fullness } from '../../parts/quotas/quota-text.ts'
import type { Called } from '../../parts/use-call.ts'
import { useCollection } from '../../parts/use-collection.ts'
import type { Place } from './api.ts'
import { text } from './text.ts'

const HISTORY = '/info/alarmHistory'
/** Those that are the fullest. */
const QUOTAS_MOST = 5
const PLACES_MOST = 6
const PLACE_ICONS = { device: 'device', screen: 'image', template: 'tiles' } as const

type Go = (path: string) => void

interface TilesProps {
  called: Called<Statistics>
  availability: Called<Statistics>
  /** What else was asked for: the rest is not open to the user. */
  types: readonly (keyof Statistics)[]
  places: readonly Place[]
  go: Go
}

/** What can wait until the alarms are read: how the last week went, what is used, and where the user was. */
export function Tiles({ called, availability, types, places, go }: TilesProps) {
  const t = useText(text)
  const user_name = useCollection(whoAmI, types.includes('quotas') ? {} : null).data?.user_name
  const users = user_name && `/team/user?search=${encodeURIComponent(user_name)}`
  return (
    <div className="home-tiles">
      {types.includes('alarms') && (
        <Tile title={t.trend} action={<More name={t.history} path={HISTORY} go={go} />}>
          <Answered called={called}>{({ alarms }) => <Trend bars={alarms ?? []} go={go} />}</Answered>
        </Tile>
      )}
      <Tile title={t.leastAvailable}>
        <Answered called={availability}>
          {({ availability }) => <LeastAvailable rows={availability?.rows ?? []} go={go} />}
        </Answered>
      </Tile>
      {types.includes('quotas') && (
        <Tile title={t.quotas} action={users && <More name={t.toQuotas} path={users} go={go} />}>
          <Answered called={called}>{({ quotas }) => <Quotas rows={quotas ?? []} />}</Answered>
        </Tile>
      )}
      {places.length > 0 && (
        <Tile title={t.places}>
          <Places places={places.slice(0, PLACES_MOST)} go={go} />
        </Tile>
      )}
    </div>
  )
}

interface AnsweredProps {
  called: Called<Statistics>
  children: (known: Statistics) => ReactNode
}

function Answered({ called: { last, failure, reload }, children }: AnsweredProps) {
  if (last) return children(last)
  return failure ? <Failure failure={failure} onRetry={reload} /> : <Skeleton rows={5} />
}

function Tile({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="home-panel" aria-label={title}>
      <div className="home-panel-head">
        <h2 className="home-panel-title">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

const More = ({ name, path, go }: { name: string; path: string; go: Go }) => (
  <Button look="plain" onPress={() => go(path)}>
    {name}
  </Button>
)

function Trend({ bars, go }: { bars: readonly AlarmsBegun[]; go: Go }) {
  const t = useText(text)
  if (bars.every((bar) => countOf(bar) === 0))
    return <EmptyState icon="check" title={t.noTrend} explanation={t.noTrendWhy} />
  return <PerTime bars={bars} step="day" onNarrow={(start, end) => go(`${HISTORY}?start=${start}&end=${end}`)} />
}

function LeastAvailable({ rows, go }: { rows: readonly DeviceAvailability[]; go: Go }) {
  const t = useText(text)
  const format = useFormat()
  if (rows.length === 0) return <EmptyState icon="check" title={t.allAvailable} explanation={t.allAvailableWhy} />
  return (
    <ul className="home-rows">
      {rows.map(({ sn_code, dev_alias, online, known, outages }) => (
        <li key={sn_code} className="home-row home-row-short">
          <span className="home-row-main">
            <button
              type="button"
              className="home-row-title"
              onClick={() => go(`/deviceDetail/${encodeURIComponent(sn_code)}?tab=log`)}
            >
              {dev_alias}
            </button>
            <span className="home-row-note">
              {sn_code} · {outages === 0 ? t.onlyFaulty : t.outages({ count: outages })}
            </span>
          </span>
          <span className="home-share">{shareText(online, known, format)}</span>
        </li>
      ))}
    </ul>
  )
}

function Quotas({ rows }: { rows: readonly QuotaUse[] }) {
  const shown = rows.toSorted((a, b) => (fullness(b) ?? 0) - (fullness(a) ?? 0)).slice(0, QUOTAS_MOST)
  return (
    <ul className="home-quotas">
      {shown.map((row) => (
        <li key={row.quota} className="quota" data-full={isExhausted(row) || undefined}>
          <QuotaUsed row={row} />
        </li>
      ))}
    </ul>
  )
}

function Places({ places, go }: { places: readonly Place[]; go: Go }) {
  const t = useText(text)
  return (
    <ul className="home-rows">
      {places.map(({ title, note, path, kind = 'device', isFavourite }) => (
        <li key={path} className="home-row home-row-place">
          <Icon name={PLACE_ICONS[kind]} />
          <span className="home-row-main">
            <button type="button" className="home-row-title" onClick={() => go(path)}>
              {title}
            </button>
            {note && <span className="home-row-note">{note}</span>}
          </span>
          {isFavourite && (
            <span className="home-favourite">
              <Icon name="star" />
              <span className="sg-hidden-visually">{t.favourite}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
