import { useConnection, useNow } from '../define/index.ts'

/** The server's time in epoch ms, renewed every `everyMs`: ages do not depend on how the viewer's clock is set. */
export function useServerNow(everyMs = 1000): number {
  const { clock } = useConnection()
  useNow(everyMs)
  return clock.now()
}
