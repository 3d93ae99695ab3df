import { isOwnProperty } from '../../../../core/canvas/runtime/fitting.ts'
import { type Lang, translate } from '../../../../core/text/define-text.ts'
import { namesOf } from '../../controls/control-names.ts'
import { text } from '../inspector/text.ts'
import { rowIn } from './bindable-paths.ts'

/** A property as people read it; in a list with the row's number. */
export function propertyName(kind: string, path: string, lang: Lang): string {
  const t = translate(text, lang)
  if (isOwnProperty(path)) return t[path]
  const names = namesOf(kind, lang)
  const row = rowIn(path)
  if (row === null) return names.property(path)
  const list = path.split('.')[0] ?? ''
  return `${names.property(list)} ${row} · ${names.property(path.replaceAll(/\.\d+\./g, '.'))}`
}
