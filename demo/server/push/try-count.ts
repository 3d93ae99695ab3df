import { ApiError } from '../../../core/contract/api-error.ts'

const REMEMBERED = 10_000

/** Counts what somebody tries by hand. Throws 100019 (HTTP 429) for one that is too many. */
export function tryCount({ most, withinMs }: { most: number; withinMs: number }, now: () => number) {
  const tried = new Map<string, number[]>()
  return {
    count(key: string): void {
      const time = now()
      const times = tried.get(key)?.filter((at) => time - at < withinMs) ?? []
      if (times.length >= most) throw new ApiError('100019', { status: 429 })
      tried.delete(key)
      if (tried.size >= REMEMBERED) tried.delete(tried.keys().next().value as string)
      tried.set(key, [...times, time])
    },
  }
}
