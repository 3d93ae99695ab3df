import type { Alarm } from '../contract/alarm.ts'

/** Of alarms that are kept from operators: shelved, suppressed by design, out of service. */
export const HELD_STATES = ['SHLVD', 'DSUPR', 'OOSRV'] as const
export const isHeld = ({ state }: Pick<Alarm, 'state'>): boolean => HELD_STATES.some((held) => held === state)
