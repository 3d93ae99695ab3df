import { type Lang, translate } from '../text/define-text.ts'
import type { Difference } from './diff.ts'
import { diffText } from './diff-text.ts'

/** What a reader may know better: how kinds and their properties are called. */
export interface DifferenceNames {
  kind?(kind: string): string
  property?(kind: string, path: string): string
}

/** A difference as a sentence. */
export function differenceSentence(difference: Difference, lang: Lang, names: DifferenceNames = {}): string {
  const { key, control, symbol, path, values } = difference
  const said = translate(diffText, lang)[key] as string | ((values: Record<string, unknown>) => string)
  if (typeof said === 'string') return said
  const called = control ? control.name || `${names.kind?.(control.kind) ?? control.kind} ${control.control_id}` : ''
  const property = (control && names.property?.(control.kind, path)) || path
  const inside =
    symbol === null ? called : lang === 'zh' ? `图元“${symbol}”中的 ${called}` : `${called} of symbol “${symbol}”`
  return said({ ...values, path: property, control: inside })
}
