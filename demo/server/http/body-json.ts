import { readJson } from '../../../core/contract/json.ts'

/** Names by which an object reaches what all objects share, also with escapes for their letters. */
const SUSPECT = /__proto__|constructor|\\u00[5-7]/

/** The value of a body of JSON; undefined where it is none, or where copying it may change the prototype of all objects. */
export function readBodyJson(text: string): unknown {
  const value = readJson(text)
  return SUSPECT.test(text) && namesPrototype(value) ? undefined : value
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function namesPrototype(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const held = left.pop()
    if (!isObject(held)) continue
    if (Object.hasOwn(held, '__proto__')) return true
    const made = Object.hasOwn(held, 'constructor') && held.constructor
    if (isObject(made) && Object.hasOwn(made, 'prototype')) return true
    for (const inner of Object.values(held)) left.push(inner)
  }
  return false
}
