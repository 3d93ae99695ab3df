import type { Translated } from '../../../core/text/define-text.ts'
import type { text } from '../group-tree/text.ts'

/** What a screen calls its groups. */
type OwnWord =
  | 'title'
  | 'search'
  | 'noMatch'
  | 'empty'
  | 'create'
  | 'createBelow'
  | 'make'
  | 'group_name'
  | 'parent'
  | 'moveWhy'
  | 'delete'

export type GroupWords = Translated<(typeof text)['rows']> & Record<OwnWord, string>
