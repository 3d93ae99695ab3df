import type { Alarm } from '../../../core/contract/alarm.ts'

/** Not seen by anybody, and not kept from operators. */
export const isConfirmable = ({ confirm_time, state }: Pick<Alarm, 'confirm_time' | 'state'>): boolean =>
  confirm_time === null && (state === 'UNACK' || state === 'RTNUN')

/** Not kept from operators already; also one that is over, before work at it begins. */
export const isShelvable = ({ state }: Pick<Alarm, 'state'>): boolean =>
  state === 'UNACK' || state === 'ACKED' || state === 'RTNUN' || state === 'NORM'

/** Kept from operators by somebody, who may end it. */
export const isHeldBySomebody = ({ state }: Pick<Alarm, 'state'>): boolean => state === 'SHLVD' || state === 'OOSRV'
