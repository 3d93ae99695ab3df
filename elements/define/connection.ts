/** What elements pass through to their views. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by core/connection
export interface Connection {}

let current: Connection | null = null
const listeners = new Set<(connection: Connection | null) => void>()

/** The connection of a page that has only one. */
export const defaultConnection = {
  set(connection: Connection | null): void {
    current = connection
    for (const listener of listeners) listener(current)
  },
  /** Calls back at once when there is one, and at every change. */
  follow(listener: (connection: Connection | null) => void): () => void {
    listeners.add(listener)
    if (current) listener(current)
    return () => listeners.delete(listener)
  },
}
