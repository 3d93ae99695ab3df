import { SnCode } from '../../../core/contract/telemetry.ts'
import type { MonitorChoice } from './api.ts'

const keyOf = (user_id: number) => `sg-watched:${user_id}`

/** What a user watched last in this browser; null where that is not known. */
export function keptChoice(user_id: number): MonitorChoice | null {
  try {
    const { sn, template, screen } = JSON.parse(localStorage.getItem(keyOf(user_id)) ?? 'null') ?? {}
    const isId = (value: unknown): value is number => Number.isSafeInteger(value)
    const choice = {
      sn: SnCode.safeParse(sn).success ? String(sn) : null,
      template: isId(template) ? template : null,
      screen: isId(screen) ? screen : null,
    }
    return choice.sn === null && choice.template === null ? null : choice
  } catch {
    return null
  }
}

export function keepChoice(user_id: number, choice: MonitorChoice): void {
  try {
    localStorage.setItem(keyOf(user_id), JSON.stringify(choice))
  } catch {
    // The page may store nothing: it begins with the first device.
  }
}
