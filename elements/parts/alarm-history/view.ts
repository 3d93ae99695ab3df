import { readSort } from '../../../core/contract/sort.ts'
/** Which alarms are shown. Null and '' where nothing is chosen. */
export interface AlarmHistoryView {
  /** In name, text, device or SN. */
  search: string
  /** One device's. */
  sn: string
  /** Those of a group of devices with all below it. */
  group: number | null
  /** Any of 1 to 5, comma-separated. */
  level: string
  /** Any of produced, recovered, confirmed, comma-separated: the newest of an alarm's events. */
  type: string
  /** Seconds that it stood: `60-3600`, `60-`, `-60`. */
  lasted: string
  /** Epoch ms; the last 30 days without. */
  start: number | null
  /** Epoch ms; until now without. */
  end: number | null
  /** `-alarm_time`, `alarm_level` …; newest first without. */
  sort: string
  /** Null for the first. */
  page: number | null
  /** Whose panel is open. */
  alarm: string
}

export const UNFILTERED: AlarmHistoryView = {
  search: '',
  sn: '',
  group: null,
  level: '',
  type: '',
  lasted: '',
  start: null,
  end: null,
  sort: '',
  page: null,
  alarm: '',
}

export const TYPES = ['produced', 'recovered', 'confirmed'] as const
export type TypeName = (typeof TYPES)[number]

/** The levels that a text names, the worst first; what is none is passed over. */
export const LEVEL_IDS = ['5', '4', '3', '2', '1'] as const
export type LevelId = (typeof LEVEL_IDS)[number]

const namedIn = (text: string) => text.split(',').map((word) => word.trim())
export const levelsOf = (level: string): LevelId[] => LEVEL_IDS.filter((id) => namedIn(level).includes(id))
export const typesOf = (type: string): TypeName[] => TYPES.filter((name) => namedIn(type).includes(name))

export interface Lasted {
  /** Seconds; null: as short or as long as you like. */
  readonly least: number | null
  readonly most: number | null
}

export function lastedOf(lasted: string): Lasted {
  const [, least, most] = /^(\d{0,9})-(\d{0,9})$/.exec(lasted.trim()) ?? []
  return { least: least ? Number(least) : null, most: most ? Number(most) : null }
}
export const lastedText = ({ least, most }: Lasted): string =>
  least === null && most === null ? '' : `${least ?? ''}-${most ?? ''}`

/** The fields that the server sorts by. */
const SORTS: readonly string[] = ['alarm_time', 'alarm_level', 'alarm_name', 'recover_time', 'confirm_time']

export const isSortable = (sort: string): boolean => SORTS.includes(readSort(sort).id)

/** The filters as calls take them, without the range. */
export function filterOf({ search, sn, group, level, type, lasted }: AlarmHistoryView) {
  const [levels, types, { least, most }] = [levelsOf(level), typesOf(type), lastedOf(lasted)]
  const wanted = search.trim().slice(0, 64)
  return {
    ...(wanted && { search: wanted }),
    ...(sn && { sn_code: sn }),
    ...(group !== null && { group_id: group }),
    ...(levels.length > 0 && { alarm_level: levels.map(Number) }),
    ...(types.length > 0 && { alarm_type: types.map((name) => (TYPES.indexOf(name) + 1) as 1 | 2 | 3) }),
    ...(least !== null && { lasted_min: least * 1000 }),
    ...(most !== null && { lasted_max: most * 1000 }),
  }
}
export type AlarmFilter = ReturnType<typeof filterOf>
