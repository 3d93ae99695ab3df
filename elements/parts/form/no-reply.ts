import type { ConnectionError } from '../../../core/contract/api-error.ts'
import { mayBeDone } from '../../../core/stores/call-failure.ts'
import { type Lang, translate } from '../../../core/text/define-text.ts'
import { text } from './text.ts'

/** What a call without a usable reply says in one sentence. */
export const noReplyText = (failure: ConnectionError, lang: Lang): string =>
  translate(text, lang)[mayBeDone(failure) ? 'unreachable' : 'notSent']
