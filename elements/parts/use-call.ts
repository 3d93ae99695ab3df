import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallOptions } from '../../core/connection/client.ts'
import { type CallFailure, isCallFailure, isPassing, retryPassing } from '../../core/stores/call-failure.ts'
import { useElement } from '../context/element-context.ts'

export { type CallFailure, isCallFailure, isPassing }

export interface Called<Output> {
  /** What the call answered for this very input; null until then. */
  data: Output | null
  /** What the call answered last, also for an earlier input: to be shown, dimmed, while the next page is on its way. */
  last: Output | null
  failure: CallFailure | null
  isLoading: boolean
  /** Asks again and keeps showing what there is meanwhile. */
  reload: () => void
  /** Takes a newer answer that came another way, such as the reply to an edit. */
  replace(data: Output): void
}

interface Settled<Output> {
  key: string
  data: Output | null
  failure: CallFailure | null
}

/**
 * Calls the API when first shown and whenever the input changes, and aborts what is no longer wanted. With null as
 * input there is no call. Failures are for the screen to draw: there is no toast. After a failure that may pass, it calls again
 * when the connection is well again, and after a lost connection every now and then. A defect reaches the boundary.
 *
 * `useCall(connection.api.device.detail, { sn_code })`
 */
export function useCall<Input, Output>(
  call: (input: Input, options?: CallOptions) => Promise<Output>,
  input: Input | null,
): Called<Output> {
  const [settled, setSettled] = useState<Settled<Output> | null>(null)
  const [defect, setDefect] = useState<unknown>(null)
  const [round, setRound] = useState(0)
  const [asking, setAsking] = useState(false)
  const key = JSON.stringify(input)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is there to ask once more for the same input
  useEffect(() => {
    const input: Input | null = JSON.parse(key)
    if (input === null) return
    const abort = new AbortController()
    setAsking(true)
    call(input, { signal: abort.signal })
      .then(
        (data) => abort.signal.aborted || setSettled({ key, data, failure: null }),
        (error: unknown) => {
          if (abort.signal.aborted) return
          if (!isCallFailure(error)) return setDefect(error)
          setSettled((before) => ({ key, data: before?.key === key ? before.data : null, failure: error }))
        },
      )
      .finally(() => abort.signal.aborted || setAsking(false))
    return () => abort.abort()
  }, [call, key, round])

  const reload = useCallback(() => setRound((before) => before + 1), [])
  useRecovery(settled?.key === key ? settled.failure : null, reload)
  const replace = useCallback((data: Output) => setSettled({ key, data, failure: null }), [key])
  if (defect) throw defect
  const isCurrent = settled?.key === key
  return {
    data: isCurrent ? settled.data : null,
    last: settled?.data ?? null,
    failure: isCurrent ? settled.failure : null,
    isLoading: input !== null && (asking || !isCurrent),
    reload,
    replace,
  }
}

function useRecovery(failure: CallFailure | null, reload: () => void): void {
  const { connection } = useElement()
  const failed = useRef(0)
  useEffect(() => {
    if (failure === null) failed.current = 0
    if (failure === null || !isPassing(failure)) return
    failed.current += 1
    return retryPassing(failure, failed.current - 1, connection, reload)
  }, [failure, connection, reload])
}
