import { isSessionOver } from '../../core/catalogue/session-codes.ts'
import { ApiError } from '../../core/contract/api-error.ts'
import { type ElementState, useElementState, useText } from '../define/index.ts'
import { ErrorState } from '../kit/ErrorState.tsx'
import { text } from './text.ts'
import type { CallFailure } from './use-call.ts'
import { useMessage } from './use-message.ts'

const FORBIDDEN = ['100015', '110539']

/** What `data-sg-state` says of a failed call. */
function stateOf(failure: CallFailure): ElementState {
  if (!(failure instanceof ApiError)) return 'offline'
  if (FORBIDDEN.includes(failure.code)) return 'forbidden'
  return isSessionOver(failure.code) ? 'expired' : 'error'
}

interface FailureProps {
  failure: CallFailure
  /** Left out where trying again would not help. */
  onRetry?: () => void
  /** What it means here, where the general sentence says too little. */
  explanation?: string
}

/** A refused or failed call in the place of what it would have shown: what happened, what it means, what to do. */
export function Failure({ failure, onRetry, explanation }: FailureProps) {
  const t = useText(text)
  const message = useMessage(failure instanceof ApiError ? failure.code : null)
  const state = stateOf(failure)
  useElementState(state)
  if (!(failure instanceof ApiError)) {
    const title = { timeout: t.tooLate, unreadable: t.unreadable, offline: t.unreachable, aborted: t.unreachable }
    const why = failure.reason === 'unreadable' ? t.unreadableWhy : t.unreachableWhy
    return <ErrorState title={title[failure.reason]} explanation={explanation ?? why} {...(onRetry && { onRetry })} />
  }
  if (state === 'expired') return <ErrorState title={t.expired} explanation={t.expiredWhy} code={failure.code} />
  return (
    <ErrorState
      title={message}
      explanation={explanation ?? (state === 'forbidden' ? t.forbiddenWhy : t.refusedWhy)}
      code={failure.code}
      {...(onRetry && state !== 'forbidden' && { onRetry })}
    />
  )
}
