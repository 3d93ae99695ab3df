import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import type { text } from './text.ts'

type Words = Translated<(typeof text)['rows']>

export function checkName(typed: string, t: Words): string | undefined {
  const name = typed.trim()
  if (name === '') return t.nameMissing
  return name.length > LIMITS.dashboardName ? t.nameLong : undefined
}

export const checkFolder = (typed: string, t: Words): string | undefined =>
  typed.trim().length > LIMITS.genericName ? t.folderLong : undefined

/** What a copy is called at first: as much of the name as fits. */
export const nameOfCopy = (name: string, t: Words): string => {
  const room = LIMITS.dashboardName - t.copyName({ name: '' }).length
  return t.copyName({ name: name.slice(0, room) })
}
