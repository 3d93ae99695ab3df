import type { SharedTime } from '../limits/shared-time.ts'

/**
 * Things of organisations that are looked at over and over: one organisation after the other, each within its own share of
 * the time, and each thing after all others of its organisation.
 */
export function createRounds<T>(tenantOf: (one: T) => number) {
  /** In the order in which they come next. */
  const all = new Map<number, Set<T>>()

  return {
    add(one: T): void {
      const tenant_id = tenantOf(one)
      const its = all.get(tenant_id)
      if (its) its.add(one)
      else all.set(tenant_id, new Set([one]))
    },
    delete(one: T): void {
      const tenant_id = tenantOf(one)
      const its = all.get(tenant_id)
      if (its?.delete(one) && its.size === 0) all.delete(tenant_id)
    },
    /** Looks at each once, or at as many as there is time for; the next call goes on where this one ended. */
    go(time: Pick<SharedTime, 'atOnce'>, mostMs: number, look: (one: T) => void): void {
      const start = performance.now()
      for (const [tenant_id, its] of [...all]) {
        if (performance.now() - start >= mostMs) return
        all.delete(tenant_id)
        all.set(tenant_id, its)
        time.atOnce(tenant_id, (isOver) => {
          for (const one of [...its]) {
            its.delete(one)
            its.add(one)
            look(one)
            if (isOver()) return
          }
        })
      }
    },
  }
}
