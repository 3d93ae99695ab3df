import type { DevState } from '../../core/contract/device.ts'

const STATES = { 1: 'online', 2: 'offline', 3: 'faulty', 4: 'unregistered' } as const

/** The word of a `dev_state`, as the kit's `StateMark` takes it. */
export const stateOf = (dev_state: DevState): (typeof STATES)[DevState] => STATES[dev_state]
