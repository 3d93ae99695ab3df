import { type Lang, translate } from '../text/define-text.ts'
import type { Step } from './editor-step.ts'
import { text } from './text.ts'

/** What the undo menu says of a step. */
export function stepName(step: Step, lang: Lang): string {
  const said = translate(text, lang)[step.key]
  return typeof said === 'string' ? said : said({ count: step.count })
}
