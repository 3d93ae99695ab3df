import { atom, onMount, type ReadableAtom } from 'nanostores'
import type { WeekStart } from '../contract/week-start.ts'
import type { RealtimeStatus } from '../realtime/realtime.ts'
import type { Client } from './client.ts'
import type { Session } from './session.ts'

export interface TenantFactsParts {
  api: Client
  $session: ReadableAtom<Session | null>
  $status: ReadableAtom<RealtimeStatus>
  /** Whether the page has a token by now. */
  hasToken(): Promise<boolean>
  /** Null when the call is refused, after showing the refusal. */
  attempt: <T>(call: Promise<T>) => Promise<T | null>
}

/** What is true of the tenant whose token the page has: asked for when somebody listens for the time zone. */
export function createTenantFacts({ api, $session, $status, hasToken, attempt }: TenantFactsParts) {
  const $timezone = atom<string | null>(null)
  const $weekStart = atom<WeekStart>('monday')
  const $granted = atom<string | null>(null)
  let learning: Promise<void> | undefined
  async function learn() {
    if (!(await hasToken())) return
    const { session } = api
    // The sign-in itself returned what the user may do.
    const isSignedIn = $session.get() !== null
    const known = await attempt<{ timezone: string; week_start?: WeekStart; grantedPermissions?: string | null }>(
      isSignedIn ? session.timezone({}) : session.privileges({}),
    )
    if (!known) return
    $granted.set(known.grantedPermissions ?? null)
    $weekStart.set(known.week_start ?? 'monday')
    $timezone.set(known.timezone)
  }
  onMount($timezone, () => {
    learning = learn()
    const stops = [
      $session.listen(() => void learn()),
      $status.listen(async (status) => {
        await learning
        if (status === 'live' && $timezone.get() === null) learning = learn()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  })

  return { $timezone, $weekStart, $granted, learn }
}
