import type { AlarmMeasures, MeasureVerdict } from '../../../core/contract/alarm-measure.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { Format } from '../../../core/text/format.ts'
import type { text } from './text.ts'
import { countOf } from './view.ts'

export interface Tile {
  id: MeasureVerdict['measure'] | 'standing' | 'confirming' | 'recovering'
  title: string
  value: string
  unit: string
  target: string
  verdict: MeasureVerdict['verdict'] | null
  note: string
  /** How it went, a value a bucket; of the ten most frequent, a value an alarm. */
  trend: readonly number[]
}

type Words = Translated<(typeof text)['rows']>

/** A share of 0 to 1 as a number of percent. */
export const percent = (share: number, format: Format): string => format.number(share * 100, 1)

const spanText = (ms: number | null, format: Format) => (ms === null ? '–' : format.duration(ms))

/** Each measure as a number, with its target and how it went. */
export function tileRows(measures: AlarmMeasures, t: Words, format: Format): Tile[] {
  const { rate, floods, top, chattering, fleeting, stale, standing, mix, series, times, verdicts } = measures
  const minute = (time: number) => format.dateTime(time).slice(5, -3)
  const trend = (of: (bucket: (typeof series)[number]) => number) => series.map(of)
  const all = times.find(({ alarm_level }) => alarm_level === null)
  const shown = {
    rate: {
      value: format.number(rate.average, 2),
      unit: t.rateUnit,
      trend: trend(countOf),
      note: t.note_rate({ count: Number(rate.hour_average.toFixed(1)) }),
    },
    peak: {
      value: format.number(rate.peak),
      unit: '',
      trend: trend(({ peak }) => peak),
      note: rate.peak_time === null ? '' : t.note_peak({ time: minute(rate.peak_time) }),
    },
    busy: {
      value: percent(rate.busy_share, format),
      unit: '%',
      trend: trend(({ busy_periods }) => busy_periods),
      note: t.note_busy({ busy: format.number(rate.busy_periods), periods: format.number(rate.periods) }),
    },
    hours: {
      value: percent(rate.busy_hour_share, format),
      unit: '%',
      trend: [],
      note: t.note_hours({
        busy: format.number(rate.busy_hours),
        hours: format.number(rate.hours),
        peak: format.number(rate.hour_peak),
      }),
    },
    flood: {
      value: percent(floods.share, format),
      unit: '%',
      trend: trend(({ flood_ms }) => flood_ms),
      note:
        floods.count === 0
          ? t.note_noFlood
          : t.note_flood({ count: floods.count, span: format.duration(floods.longest_ms) }),
    },
    top: {
      value: percent(top.share, format),
      unit: '%',
      trend: top.rows.map(({ count }) => count),
      note: t.note_top({ count: top.distinct }),
    },
    chattering: {
      value: format.number(chattering.count),
      unit: '',
      trend: trend((bucket) => bucket.chattering),
      note: t.note_chattering({ count: fleeting.count }),
    },
    stale: {
      value: format.number(stale.most_a_day),
      unit: '',
      trend: trend((bucket) => bucket.stale),
      note: t.note_stale({ count: stale.now }),
    },
    mix: {
      value: [mix.low, mix.medium, mix.high].map((share) => format.number(share * 100, 0)).join(' / '),
      unit: '',
      trend: [],
      note: t.note_mix,
    },
  } satisfies Record<MeasureVerdict['measure'], Pick<Tile, 'value' | 'unit' | 'note' | 'trend'>>
  return [
    ...verdicts.map(
      ({ measure, verdict }): Tile => ({
        id: measure,
        title: t[measure],
        target: t[`target_${measure}`],
        verdict,
        ...shown[measure],
      }),
    ),
    {
      id: 'standing',
      title: t.standing,
      target: t.noTarget,
      verdict: null,
      unit: '',
      note: t.note_standing,
      value: format.number(standing.now),
      trend: trend((bucket) => bucket.standing),
    },
    {
      id: 'confirming',
      title: t.confirming,
      target: t.noTarget,
      verdict: null,
      unit: '',
      trend: [],
      value: spanText(all?.confirm_median ?? null, format),
      note: all && all.confirmed > 0 ? t.note_span({ span: spanText(all.confirm_p90, format) }) : t.note_unconfirmed,
    },
    {
      id: 'recovering',
      title: t.recovering,
      target: t.noTarget,
      verdict: null,
      unit: '',
      trend: [],
      value: spanText(all?.recover_median ?? null, format),
      note: all && all.recovered > 0 ? t.note_span({ span: spanText(all.recover_p90, format) }) : t.note_unrecovered,
    },
  ]
}
