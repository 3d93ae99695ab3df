import { numberOf, truthOf } from '../painting/value-text.ts'
import { isStateName, type StateName } from './state-looks.ts'

/** What a document or its bindings say of a symbol. */
export interface BoundState {
  readonly state: unknown
  readonly running: unknown
}

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''

/**
 * The state that is meant: by its name, by its number in the symbol's own list, or as a truth (the first is off, the second
 * on). Null where there is no value, or the value is no state of the symbol: then it shows none.
 */
export function stateOf(states: readonly string[], { state, running }: BoundState): StateName | null {
  if (isNothing(state)) return isNothing(running) ? null : named(states, switched(states, truthOf(running)))
  if (typeof state === 'string' && isStateName(state)) return named(states, state)
  const number = numberOf(state)
  return number === null ? null : named(states, states[number])
}

const named = (states: readonly string[], name: string | undefined): StateName | null =>
  name !== undefined && states.includes(name) && isStateName(name) ? name : null

/** What cannot run has no second state but its fault. */
const switched = (states: readonly string[], isOn: boolean): string | undefined => {
  const name = states[isOn ? 1 : 0]
  return isOn && (name === 'fault' || name === 'tripped') ? states[0] : name
}

/** 0 to 1; null where it is not known. */
export function levelOf(level: unknown): number | null {
  const value = numberOf(level)
  return value === null ? null : Math.min(1, Math.max(0, value))
}
