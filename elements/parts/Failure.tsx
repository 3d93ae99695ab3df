import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { isForbidden } from '../../core/catalogue/forbidden-codes.ts'
import { isSessionOver } from '../../core/catalogue/session-codes.ts'
import { faultOf } from '../../core/connection/line.ts'
import { ApiError } from '../../core/contract/api-error.ts'
import { type ElementState, useConnection, useElement, useElementState, useProblem, useText } from '../define/index.ts'
import { ErrorState } from '../kit/ErrorState.tsx'
import { text } from './text.ts'
import { type CallFailure, isPassing } from './use-call.ts'
import { useMessage } from './use-message.ts'

/** What `data-sg-state` says of a failed call. */
function stateOf(failure: CallFailure): ElementState {
  if (!(failure instanceof ApiError)) return 'offline'
  if (isForbidden(failure.code)) return 'forbidden'
  return isSessionOver(failure.code) ? 'expired' : 'error'
}

interface FailureProps {
  failure: CallFailure
  /** Left out where trying again would not help. */
  onRetry?: () => void
  /** What it means here, where the general sentence says too little. */
  explanation?: string
  /** Another way on, for who is signed in: a page of somebody else may have no such way. */
  action?: ReactNode
}

/** A refused or failed call in the place of what it would have shown: what happened, what it means, what to do. */
export function Failure({ failure, ...rest }: FailureProps) {
  const problem = useStore(useConnection().$problem)
  const isOfPage = problem !== null && isPassing(failure)
  return (
    <slot name="error">
      {isOfPage ? <PageProblem problem={problem} {...rest} /> : <Refusal failure={failure} {...rest} />}
    </slot>
  )
}

/** In a page that brings its own tokens: for the page's author, who alone can mend it. */
function PageProblem({ problem, onRetry }: { problem: string; onRetry?: () => void }) {
  const t = useText(text)
  const reported = useProblem(problem)
  const state = faultOf(problem)
  useElementState(state)
  const title = { expired: t.noToken, forbidden: t.pageForbidden, offline: t.unreachable }[state]
  return (
    <ErrorState
      title={title}
      explanation={reported?.message ?? ''}
      docs={reported?.docs ?? null}
      {...(onRetry && state === 'offline' && { onRetry })}
    />
  )
}

function Refusal({ failure, onRetry, explanation, action }: FailureProps) {
  const t = useText(text)
  const { report } = useElement()
  const state = stateOf(failure)
  useElementState(state)
  const code = failure instanceof ApiError ? failure.code : null
  // Nobody has signed in here: whoever reads it may be the page's author.
  const isGuest = useStore(useConnection().$session) === null
  const reported = useProblem(isGuest ? code : null)
  const message = useMessage(code)
  const reportRefusal = useEffectEvent((refused: string) => report('data', refused, { code: refused }))
  useEffect(() => {
    if (code !== null && !isSessionOver(code)) reportRefusal(code)
  }, [code])
  if (!(failure instanceof ApiError)) {
    const isUnreadable = failure.reason === 'unreadable'
    const title = isUnreadable ? t.unreadable : failure.reason === 'timeout' ? t.tooLate : t.unreachable
    const why = isUnreadable ? t.unreadableWhy : t.unreachableWhy
    return <ErrorState title={title} explanation={explanation ?? why} {...(onRetry && { onRetry })} />
  }
  if (state === 'expired') return <ErrorState title={t.expired} explanation={t.expiredWhy} code={failure.code} />
  return (
    <ErrorState
      title={message}
      explanation={reported?.message ?? explanation ?? (state === 'forbidden' ? t.forbiddenWhy : t.refusedWhy)}
      docs={reported?.docs ?? null}
      code={failure.code}
      {...(onRetry && state !== 'forbidden' && { onRetry })}
      {...(!isGuest && { action })}
    />
  )
}
