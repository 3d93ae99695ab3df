import type { AlarmState } from '../contract/alarm.ts'

/** Why an alarm is kept from operators: shelved, suppressed by design, out of service. */
export type Held = 'SHLVD' | 'DSUPR' | 'OOSRV'

/** One alarm of one device, whether something is wrong or not. */
export interface AlarmLife {
  readonly isActive: boolean
  /** Of its newest occurrence: somebody has seen it, or nobody needs to. */
  readonly isConfirmed: boolean
  readonly shelf: { readonly until: number; readonly isOneShot: boolean } | null
  readonly isSuppressed: boolean
  readonly isOutOfService: boolean
}

export const NORMAL: AlarmLife = {
  isActive: false,
  isConfirmed: true,
  shelf: null,
  isSuppressed: false,
  isOutOfService: false,
}

export type LifeAction =
  | { is: 'produced' | 'recovered' | 'confirmed' }
  | { is: 'shelved'; until: number; isOneShot: boolean }
  | { is: 'unshelved' | 'suppressed' | 'unsuppressed' | 'out_of_service' | 'in_service' }
  | { is: 'clock'; now: number }

/** The strongest reason, where there are several. */
export function heldOf({ shelf, isSuppressed, isOutOfService }: AlarmLife): Held | null {
  if (isOutOfService) return 'OOSRV'
  if (shelf) return 'SHLVD'
  return isSuppressed ? 'DSUPR' : null
}

/** ISA-18.2's name of how an occurrence stands. What returned to normal while it was held needs nobody. */
export function occurrenceState(isActive: boolean, isConfirmed: boolean, held: Held | null): AlarmState {
  if (isActive) return held ?? (isConfirmed ? 'ACKED' : 'UNACK')
  return isConfirmed || held ? 'NORM' : 'RTNUN'
}

/** As ISA-18.2 names it. */
export const stateOf = (life: AlarmLife): AlarmState =>
  heldOf(life) ?? occurrenceState(life.isActive, life.isConfirmed, null)

const changed = (life: AlarmLife, action: LifeAction): AlarmLife => {
  switch (action.is) {
    case 'produced':
      return life.isActive ? life : { ...life, isActive: true, isConfirmed: false }
    case 'recovered': {
      if (!life.isActive) return life
      const isConfirmed = life.isConfirmed || heldOf(life) !== null
      return { ...life, isActive: false, isConfirmed, shelf: life.shelf?.isOneShot ? null : life.shelf }
    }
    case 'confirmed':
      return { ...life, isConfirmed: true }
    case 'shelved':
      return life.isOutOfService ? life : { ...life, shelf: { until: action.until, isOneShot: action.isOneShot } }
    case 'unshelved':
      return { ...life, shelf: null }
    case 'suppressed':
      return { ...life, isSuppressed: true }
    case 'unsuppressed':
      return { ...life, isSuppressed: false }
    case 'out_of_service':
      return { ...life, isOutOfService: true, shelf: null }
    case 'in_service':
      return { ...life, isOutOfService: false }
    case 'clock':
      return life.shelf && life.shelf.until <= action.now ? { ...life, shelf: null } : life
  }
}

/**
 * What becomes of an alarm. While it is held nobody needs to confirm it; when that ends and something is wrong, it is
 * unconfirmed again, whoever saw it before.
 */
export function liveOn(life: AlarmLife, action: LifeAction): AlarmLife {
  const after = changed(life, action)
  const [was, is] = [heldOf(life), heldOf(after)]
  if (was === null && is !== null && !after.isActive) return { ...after, isConfirmed: true }
  if (was !== null && is === null) return { ...after, isConfirmed: !after.isActive }
  return after
}
