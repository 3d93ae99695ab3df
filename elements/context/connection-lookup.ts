import type { Connection } from '../../core/connection/connection.ts'
import { $defaultConnection } from '../../core/connection/default.ts'
import { hostOf } from './language.ts'

const CONTEXT = 'sg-connection'

/**
 * Finds the connection of an element and follows it: from the nearest provider above, also one that comes or changes
 * later, else the page's default. Stop with the returned function.
 */
export function followConnection(
  element: Element,
  /** `isProvided`: by an ancestor, not as the page's default. */
  found: (connection: Connection | null, isProvided: boolean) => void,
): () => void {
  let unsubscribe: (() => void) | undefined
  let isProvided = false
  let isStopped = false
  const provided = (connection: Connection, stop?: () => void) => {
    // A provider that had no connection at the request could not learn that nobody waits any more.
    if (isStopped) return stop?.()
    if (stop !== unsubscribe) unsubscribe?.()
    unsubscribe = stop
    isProvided = true
    found(connection, true)
  }
  // The event of the community context protocol: any ancestor, an `<sg-connection>` or the page itself, may answer.
  const request = { context: CONTEXT, subscribe: true, contextTarget: element, callback: provided }
  const ask = () =>
    element.dispatchEvent(Object.assign(new CustomEvent('context-request', { bubbles: true, composed: true }), request))
  // Providers that are defined after this element announce themselves.
  const announced = (event: Event) => {
    if ((event as Event & { context?: unknown }).context === CONTEXT) ask()
  }
  const stopDefault = $defaultConnection.subscribe((connection) => {
    if (!isProvided) found(connection, false)
  })
  ask()
  window.addEventListener('context-provider', announced)
  return () => {
    isStopped = true
    window.removeEventListener('context-provider', announced)
    stopDefault()
    unsubscribe?.()
  }
}

/** Why no connection was found for an element: what is wrong with the `<sg-connection>` around it, or that there is none. */
export function whyNotConnected(element: Element): string {
  for (let at: Element | null = element; at; at = hostOf(at)) {
    const around = at.closest(CONTEXT) as (Element & { problem?: string | null }) | null
    if (around) return around.problem ?? 'no-connection'
  }
  return 'no-connection'
}
