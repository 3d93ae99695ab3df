import type { Connection } from '../../core/connection/connection.ts'
import { $defaultConnection } from '../../core/connection/default.ts'

const CONTEXT = 'sg-connection'

/** The event of the community context protocol: any ancestor, an `<sg-connection>` or the page itself, may answer. */
class ContextRequest extends Event {
  readonly context = CONTEXT
  readonly subscribe = true
  readonly contextTarget: Element
  readonly callback: (value: Connection, unsubscribe?: () => void) => void
  constructor(contextTarget: Element, callback: ContextRequest['callback']) {
    super('context-request', { bubbles: true, composed: true })
    this.contextTarget = contextTarget
    this.callback = callback
  }
}

/**
 * Finds the connection of an element and follows it: from the nearest provider above, also one that comes or changes
 * later, else the page's default. Stop with the returned function.
 */
export function followConnection(element: Element, found: (connection: Connection | null) => void): () => void {
  let unsubscribe: (() => void) | undefined
  let isProvided = false
  const provided = (connection: Connection, stop?: () => void) => {
    if (stop !== unsubscribe) unsubscribe?.()
    unsubscribe = stop
    isProvided = true
    found(connection)
  }
  const ask = () => element.dispatchEvent(new ContextRequest(element, provided))
  // Providers that are defined after this element announce themselves.
  const announced = (event: Event) => {
    if ((event as Event & { context?: unknown }).context === CONTEXT) ask()
  }
  const stopDefault = $defaultConnection.subscribe((connection) => {
    if (!isProvided) found(connection)
  })
  ask()
  window.addEventListener('context-provider', announced)
  return () => {
    window.removeEventListener('context-provider', announced)
    stopDefault()
    unsubscribe?.()
  }
}
