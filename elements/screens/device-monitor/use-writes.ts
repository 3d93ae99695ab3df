import { useEffectEvent, useLayoutEffect, useState } from 'react'
import type { Command } from '../../../core/contract/control.ts'
import { useConnection } from '../../define/index.ts'
import { createWrites, type Writes } from '../../parts/write/writes.ts'

/** The writes to a device while it is shown; null only until the first look is laid out. */
export function useWrites(sn_code: string, ended: (command: Command) => void): Writes | null {
  const connection = useConnection()
  const [writes, setWrites] = useState<Writes | null>(null)
  const onEnded = useEffectEvent(ended)
  // Made where it is ended: React may take an effect back and run it again with the same state.
  useLayoutEffect(() => {
    const made = createWrites(connection, sn_code, (command) => onEnded(command))
    setWrites(made)
    return () => made.dispose()
  }, [connection, sn_code])
  return writes
}
