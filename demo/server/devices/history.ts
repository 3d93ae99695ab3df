import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { MAX_BATCH_SAMPLES } from '../../../core/contract/history.ts'
import { staleAfterMs } from '../../../core/rules/staleness.ts'
import { writeAudit } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import { sheetFile } from '../files/sheet-files.ts'
import type { Fleet, LiveDevice, LivePoint } from '../fleet/fleet.ts'
import { asSample, asValue } from '../fleet/raw-history.ts'
import { onlyDevice, readDevice, seenDevice } from '../fleet/seen-devices.ts'
import type { Sample, Telemetry } from '../history/telemetry.ts'
import type { Caller } from '../http/caller.ts'
import { turnHolderOf } from '../http/caller-turns.ts'
import { WrongField } from '../http/field-errors.ts'
import { readsOnly } from '../limits/call-now.ts'
import { demand } from '../limits/limiter.ts'
import type { Budgets } from '../limits/rates.ts'
import { inPieces } from '../limits/turns.ts'
import { requireHistorySpace } from '../quotas/index.ts'
import { closedPoints, requireOpen } from '../rights/index.ts'
import { awayTimes } from './away-times.ts'
import { lockOwnDevice, ownDevice } from './find-device.ts'
import { historySheet, timesSheet } from './history-file.ts'
import { byTimes, byValues, mergedRows, pointsOf, requireRange, rowsByTime } from './history-rows.ts'
import { loads, longReads, readCurve, shortRead } from './history-turns.ts'
import { carryDown, holds, witnessOf } from './in-force.ts'
import { savedRanges, saveRanges } from './saved-ranges.ts'

export interface HistoryParts {
  db: Db
  fleet: Fleet
  telemetry: Pick<Telemetry, 'of' | 'prepare'>
  budgets: Pick<Budgets, 'hoursLoaded'>
  now?: () => number
}

const CURVE_COLUMNS = ['data_time', 'min', 'max', 'first', 'last', 'count']
const RAW_COLUMNS = ['data_time', 'value', 'quality']

export function historyAnswers(parts: HistoryParts): Answers<Contract['history'], Caller> {
  const { db, fleet, telemetry, budgets, now = Date.now } = parts
  const pastOf = (caller: Caller, device: LiveDevice) => {
    const away = (start: number, end: number) => awayTimes(db, device, start, end)
    return { device, history: telemetry.of(caller.tenant_id), away, gone: caller.gone }
  }
  const inTurn = <T>(caller: Caller, read: () => Promise<T>) => longReads.run(turnHolderOf(caller), read, caller.gone)
  const rowsInTurn = (caller: Caller, points: readonly LivePoint[], start: number, end: number, limit: number) =>
    inTurn(caller, () => mergedRows(telemetry.of(caller.tenant_id), points, start, end, limit, caller.gone))
  const timesInTurn = (caller: Caller, device: LiveDevice, points: readonly LivePoint[], start: number, end: number) =>
    inTurn(caller, async () => {
      const history = telemetry.of(caller.tenant_id)
      const rows = await rowsByTime(history, points, start, end, LIMITS.exportRows, caller.gone)
      if (rows) await carryDown(pastOf(caller, device), points, rows)
      return rows
    })
  async function load(device: LiveDevice, series: readonly SentSeries[], caller: Caller): Promise<{ loaded: number }> {
    const samples = await samplesOf(device, series)
    const prepared = await telemetry.prepare(samples).catch((error) => {
      if (!(error instanceof RangeError)) throw error
      throw new WrongField('series', {
        zh: '存在无法保存的时间或数值',
        en: 'holds a time or value that cannot be stored',
      })
    })
    demand([budgets.hoursLoaded, `${caller.tenant_id}`, prepared.hours])
    const adds = await prepared.adds()
    const detail = { sn_code: device.sn_code, ...(await overwritten(series)) }
    await caller.requireStill?.()
    // Before it is done: what was overwritten is never there without its record.
    await db.tenant(caller.tenant_id, async (q) => {
      await lockOwnDevice(q, caller, device)
      await requireHistorySpace(q, caller.tenant_id, { from: prepared.from, adds })
      await writeAudit(q, caller, { action: 'history-load', target: device.dev_alias, detail }, now())
    })
    await prepared.write()
    return { loaded: samples.length }
  }

  return {
    async curve({ sn_code, key, start, end, width, limit, order }, caller) {
      requireRange(start, end)
      const device = readDevice(fleet, caller, sn_code)
      if (!device) throw new ApiError('110509')
      readsOnly([device.device_id])
      const [point] = pointsOf(device, [key], 'key')
      if (!point?.keep_history) throw new ApiError('110544')
      if (width !== undefined) {
        const staleMs = staleAfterMs(device.report_interval_s)
        const history = telemetry.of(caller.tenant_id)
        const away = await awayTimes(db, device, start, end)
        // What holds is known again as soon as the device is back, where nobody had to take it for stale.
        const broken = holds(point) ? away.filter(([from, to]) => to - from > staleMs) : away
        const read = ({ point_id }: LivePoint) =>
          readCurve(caller, history, point_id, start, end, width, staleMs, broken)
        const curve = await read(point)
        const witness = holds(point) && curve.gaps.length > 0 ? witnessOf(device) : undefined
        const gaps = witness ? overlapping(curve.gaps, (await read(witness)).gaps) : curve.gaps
        return { ...curve, gaps, columns: CURVE_COLUMNS }
      }
      const samples = await shortRead(
        caller,
        () => telemetry.of(caller.tenant_id).raw(point.point_id, start, end, limit, order),
        ({ length }) => length,
      )
      const rows = samples.map((sample) => {
        const { data_time, value, quality } = asValue(point, sample)
        return [data_time, value, quality]
      })
      const last = samples.at(-1)
      const isMore = last !== undefined && samples.length === limit
      // The next page's `start`, or its `end` when it goes backwards.
      const next = isMore ? last.data_time + (order === 'asc' ? 1 : 0) : null
      return { source: 'raw', columns: RAW_COLUMNS, rows, next }
    },

    async rows({ sn_code, keys, start, end, limit, carried }, caller) {
      requireRange(start, end)
      const device = onlyDevice(fleet, caller, sn_code)
      const points = pointsOf(device, keys, 'keys')
      if (!carried) return rowsInTurn(caller, points, start, end, limit)
      return inTurn(caller, async () => {
        const history = telemetry.of(caller.tenant_id)
        const { rows, next } = await mergedRows(history, points, start, end, limit, caller.gone)
        const times = byTimes(rows)
        await carryDown(pastOf(caller, device), points, times)
        return { rows: byValues(times, points), next }
      })
    },

    async export({ sn_code, keys, start, end, table, format, lang }, caller) {
      requireRange(start, end)
      const device = onlyDevice(fleet, caller, sn_code)
      const points = pointsOf(device, keys, 'keys')
      return sheetFile(caller, format, async () => {
        const timezone = () => timezoneOf(db, caller)
        if (table === 'times') {
          const rows = await timesInTurn(caller, device, points, start, end)
          if (rows === null) throw new ApiError('110541')
          if (rows.length === 0) throw new ApiError('110582')
          return timesSheet({ device, points, rows, timezone: await timezone(), lang })
        }
        const { rows, next } = await rowsInTurn(caller, points, start, end, LIMITS.exportRows)
        if (next !== null) throw new ApiError('110541')
        if (rows.length === 0) throw new ApiError('110582')
        return historySheet({ device, points, rows, timezone: await timezone(), lang })
      })
    },

    async load({ sn_code, series }, caller) {
      const device = ownDevice(fleet, caller, sn_code)
      if (device.is_virtual)
        throw new WrongField('sn_code', {
          zh: '虚拟设备的历史由公式得出，不能导入',
          en: 'is a virtual device: its history is worked out, and not loaded',
        })
      const closed = await db.tenant(caller.tenant_id, (q) => closedPoints(q, caller, device))
      for (const [i, { key }] of series.entries()) requireOpen(closed, key, `series.${i}.key`)
      return loads.run(caller.tenant_id, () => load(device, series, caller), caller.gone)
    },

    async savedRanges({ sn_code }, caller) {
      const { tenant_id, user_id } = caller
      const { device_id } = seenDevice(fleet, caller, sn_code)
      return db.tenant(tenant_id, (q) => savedRanges(q, { user_id, device_id }))
    },

    async saveRanges({ sn_code, ranges }, caller) {
      const { tenant_id, user_id } = caller
      const { device_id, points } = seenDevice(fleet, caller, sn_code)
      const kept = ranges.map((range) => ({ ...range, points: range.points.filter((key) => points.has(key)) }))
      await db.tenant(tenant_id, (q) => saveRanges(q, { tenant_id, user_id, device_id }, kept, now()))
      return kept
    },
  }
}

const timezoneOf = async (db: Db, { tenant_id }: Caller): Promise<string> => {
  const { timezone } = await db.tenant(tenant_id, (q) =>
    q.selectFrom('tenant').select('timezone').executeTakeFirstOrThrow(),
  )
  return timezone
}

type Gaps = readonly (readonly [from: number, to: number])[]
/** Those gaps in which the device itself was silent. */
const overlapping = (gaps: Gaps, silences: Gaps) =>
  gaps.filter(([from, to]) => silences.some(([begin, end]) => begin < to && end > from)).map(([from, to]) => [from, to])

/** What a load overwrites, for the audit. */
async function overwritten(series: readonly SentSeries[]) {
  const range = { start_time: Number.POSITIVE_INFINITY, end_time: Number.NEGATIVE_INFINITY }
  let count = 0
  for (const { times } of series) {
    count += times.length
    await inPieces(times, (time) => {
      range.start_time = Math.min(range.start_time, time)
      range.end_time = Math.max(range.end_time, time)
    })
  }
  return { points: series.map(({ key }) => key), count, ...(count > 0 && range) }
}

type SentSeries = { key: string; times: readonly number[]; values: readonly (number | boolean | string | null)[] }

async function samplesOf(device: LiveDevice, series: readonly SentSeries[]): Promise<Sample[]> {
  const count = series.reduce((sum, { times }) => sum + times.length, 0)
  if (count > MAX_BATCH_SAMPLES) {
    throw new WrongField('series', {
      zh: `一次最多 ${MAX_BATCH_SAMPLES} 个值`,
      en: `may hold at most ${MAX_BATCH_SAMPLES} values`,
    })
  }
  const samples: Sample[] = []
  for (const [i, { key, times, values }] of series.entries()) {
    const point = device.points.get(key)
    if (!point) throw new WrongField(`series.${i}.key`, { zh: '设备没有此数据项', en: 'names no point of the device' })
    if (times.length !== values.length)
      throw new WrongField(`series.${i}.values`, { zh: '数量与 times 不一致', en: 'needs one value for each of times' })
    await inPieces(times, (time, n) => {
      const sample = asSample(point, time, values[n] ?? null)
      if (!sample)
        throw new WrongField(`series.${i}.values.${n}`, {
          zh: '类型与数据项不符',
          en: 'is not of the type of the point',
        })
      samples.push(sample)
    })
  }
  return samples
}
