import type { Translated } from '../../../core/text/define-text.ts'
import type { text } from './text.ts'

export type Words = Translated<(typeof text)['rows']>
