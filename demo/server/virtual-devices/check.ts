import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Words } from '../../../core/catalogue/words.ts'
import type { VirtualPoint } from '../../../core/contract/virtual-device.ts'
import type { PointRef } from '../../../core/rules/expression/syntax.ts'
import { isOwn, problemsOfFormulas, readFormula } from '../../../core/rules/formula.ts'
import type { Fleet, LiveDevice, LivePoint } from '../fleet/fleet.ts'
import { type Caller, canPassOn } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { refuseTwice } from '../templates/index.ts'

/** A point of another device that a formula may read for this caller; or why it may not. */
export function sourceOf(
  fleet: Fleet,
  caller: Caller,
  { sn_code, key }: PointRef,
): { device: LiveDevice; point: LivePoint } | Words {
  const device = fleet.get(sn_code)
  if (!device || !canPassOn(caller, device))
    return { zh: `没有您可见的设备 ${sn_code}`, en: `${sn_code} is no device that you see` }
  if (device.is_virtual)
    return {
      zh: `${sn_code} 也是虚拟设备：请直接引用其来源设备的变量`,
      en: `${sn_code} is a virtual device too: name the points that it is composed of`,
    }
  const point = device.points.get(key)
  if (!point?.is_added) return { zh: `设备 ${sn_code} 没有变量 ${key}`, en: `${sn_code} has no point ${key}` }
  return { device, point }
}

/** What is wrong with a formula for this caller, where its grammar is right; null where nothing is. */
export function unknownSourceIn(fleet: Fleet, caller: Caller, formula: string): Words | null {
  for (const ref of readFormula(formula)?.points ?? []) {
    const found = isOwn(ref) ? null : sourceOf(fleet, caller, ref)
    if (found && 'zh' in found) return found
  }
  return null
}

/** Refuses formulas that are too long together: each is read while everybody else waits. */
export function refuseTooLong(points: readonly VirtualPoint[]): void {
  let characters = 0
  for (const [at, { formula }] of points.entries()) {
    characters += formula.length
    if (characters > LIMITS.deviceFormulas)
      throw new WrongField(`points.${at}.formula`, {
        zh: `一个虚拟设备的公式总共最多 ${LIMITS.deviceFormulas} 个字符`,
        en: `is too much: the formulas of one virtual device may have ${LIMITS.deviceFormulas} characters in all`,
      })
  }
}

/**
 * Refuses, at its field, the first key that is there twice and the first formula that cannot be worked out, or that reads
 * what the caller does not see; one that the same key had `before` may stay.
 */
export function requireFormulas(
  fleet: Fleet,
  caller: Caller,
  points: readonly VirtualPoint[],
  before: readonly VirtualPoint[] = [],
): void {
  refuseTwice(points)
  refuseTooLong(points)
  const [problem] = problemsOfFormulas(points)
  if (problem) throw new WrongField(`points.${problem.at}.formula`, problem.words)
  const known = new Map(before.map(({ key, formula }) => [key, formula]))
  for (const [at, { key, formula }] of points.entries()) {
    const words = known.get(key) === formula ? null : unknownSourceIn(fleet, caller, formula)
    if (words) throw new WrongField(`points.${at}.formula`, words)
  }
}
