import type { LogKind, LogLine } from '../../../core/contract/log.ts'
import { type Ask, findInNewest, findInPieces, type Page, rowsInPieces, TEXTS, WORDS } from '../db/find-in-pieces.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { type LogDevices, logOf } from './kinds.ts'

export interface LogFilter {
  kind: LogKind
  start?: number | undefined
  end?: number | undefined
  action?: readonly string[] | undefined
  user_name?: string | undefined
  search?: string | undefined
  devices: LogDevices
}

const EMPTY = {
  user_name: null,
  sn_code: null,
  dev_alias: null,
  target: '',
  target_en: null,
  point: null,
  old_value: null,
  value: null,
  note: '',
  note_en: null,
  detail: {},
  address: '',
} satisfies Partial<LogLine>

/**
 * A page of one of the logs, and how many lines the filters leave of those that are looked at; it may end at so many as are
 * `enough`.
 */
export async function logLines(
  ask: Ask,
  caller: Caller,
  { kind, start, end, action = [], user_name = '', search = '', devices }: LogFilter,
  page: Page,
  enough?: number,
): Promise<{ rows: LogLine[]; total: number }> {
  const [user, text] = [user_name.trim().toLowerCase(), search.trim().toLowerCase()]
  if (devices.seen.length === 0 && kind !== 'login') return { rows: [], total: 0 }
  const { rows, sought, read } = await ask((q) => logOf(q, caller, kind, devices, { action, user, text }))
  const find = user || text ? findInNewest : findInPieces
  const bounds = { piece: user || text ? TEXTS : WORDS, enough }
  const { keys, total } = await find(ask, { ...rows, start, end }, sought, bounds, page)
  const lines = await rowsInPieces(ask, keys, read)
  const byId = new Map<number | undefined, LiveDevice>(devices.seen.map((one) => [one.device_id, one]))
  const shown = lines.flatMap(({ device_id, ...line }) => {
    const device = byId.get(device_id)
    // Of a device that was made or moved since it was asked whose lines there are.
    if (!device && kind !== 'login') return []
    return { ...EMPTY, ...line, sn_code: device?.sn_code ?? null, dev_alias: device?.dev_alias ?? null }
  })
  return { rows: shown, total }
}
