import { LIMITS } from '../../../../core/catalogue/limits.ts'
import { ALARM_STATES, type Alarm, type AlarmState } from '../../../../core/contract/alarm.ts'

/** What a feed shows of the alarms it has. */
export interface FeedFilter {
  /** None for all. */
  readonly levels: readonly number[]
  readonly states: readonly AlarmState[]
  /** In name, device, SN or text. */
  readonly search: string
}

/** What an operator has to do with: neither over nor kept from operators. */
export const OPEN_STATES = ['UNACK', 'ACKED', 'RTNUN'] as const satisfies readonly AlarmState[]

export const isOpenStates = (states: readonly AlarmState[]): boolean =>
  states.length === OPEN_STATES.length && OPEN_STATES.every((state) => states.includes(state))

const parts = (written: string): string[] =>
  written
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** `4,5` as a page writes it; what is no level is passed over. */
export const levelsOf = (written: string): number[] =>
  parts(written)
    .map(Number)
    .filter((level) => level >= LIMITS.alarmLevelMin && level <= LIMITS.alarmLevelMax)

/** `UNACK,RTNUN`; those that operators have to do with where none is written. */
export function statesOf(written: string): readonly AlarmState[] {
  const states = ALARM_STATES.filter((state) => parts(written.toUpperCase()).includes(state))
  return states.length > 0 ? states : OPEN_STATES
}

export function matcherOf({ levels, states, search }: FeedFilter): (alarm: Alarm) => boolean {
  const wanted = search.trim().toLowerCase()
  const isFound = ({ alarm_name, alarm_name_en, dev_alias, sn_code, alarm_info, alarm_info_en }: Alarm) =>
    [alarm_name, alarm_name_en, dev_alias, sn_code, alarm_info, alarm_info_en].some((text) =>
      text?.toLowerCase().includes(wanted),
    )
  return (alarm) =>
    (levels.length === 0 || levels.includes(alarm.alarm_level)) &&
    states.includes(alarm.state) &&
    (wanted === '' || isFound(alarm))
}
