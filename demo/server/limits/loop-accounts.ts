import { eventLoopUtilization } from 'node:perf_hooks'

/** An organisation, or a word for those that belong to none. */
export type Owner = number | string

/** How much an account holds after a rest. */
export const AT_ONCE_MS = 1000
/** Owners that are remembered: networks are owners too, and an unknown caller may come from any number of them. */
const REMEMBERED = 20_000

/** Milliseconds of the event loop that each owner may take: an account is filled as the loop has them, up to what it holds at once. */
export interface LoopAccounts {
  /** Not above 0 where the owner has taken beforehand what is still to come. */
  leftOf(owner: Owner): number
  charge(owner: Owner, ms: number): void
  /** How long until something is left again, if the loop has a processor of its own. */
  waitOf(owner: Owner): number
  /** All that was ever charged: work within work asks how much of it is paid. */
  readonly charged: number
}

/** Milliseconds of work of this thread: on a busy machine it waits for a processor, which no owner is to pay. */
export const threadMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Milliseconds that the event loop has had: worked or rested. Those in which it waited for a processor are not among them,
 * or on a busy machine an owner's half of the clock would be all that the loop gets done.
 */
const loopMs = () => threadMs() + eventLoopUtilization().idle

interface LoopAccountsParts {
  /** Of what the event loop has. */
  share: number
  atOnceMs?: number
  now?: () => number
}

export function openLoopAccounts({ share, atOnceMs = AT_ONCE_MS, now = loopMs }: LoopAccountsParts): LoopAccounts {
  /** By owner: what it has left, as of a time. */
  const accounts = new Map<Owner, { left: number; time: number }>()
  let charged = 0

  /** Those that have rested are as new; then those that came first. */
  const forgetSome = (time: number) => {
    for (const [owner, account] of accounts)
      if (account.left + (time - account.time) * share >= atOnceMs) accounts.delete(owner)
    for (const owner of accounts.keys()) {
      if (accounts.size < REMEMBERED * 0.9) return
      accounts.delete(owner)
    }
  }

  const accountOf = (owner: Owner) => {
    const time = now()
    if (accounts.size >= REMEMBERED && !accounts.has(owner)) forgetSome(time)
    const account = accounts.get(owner) ?? { left: atOnceMs, time }
    account.left = Math.min(atOnceMs, account.left + (time - account.time) * share)
    account.time = time
    accounts.set(owner, account)
    return account
  }

  return {
    leftOf: (owner) => accountOf(owner).left,
    charge(owner, ms) {
      const account = accountOf(owner)
      // Nobody waits for longer than what may be taken at once takes to come back.
      account.left = Math.max(account.left - ms, -atOnceMs)
      if (account.left === atOnceMs) accounts.delete(owner)
      charged += ms
    },
    waitOf: (owner) => Math.max(0, -accountOf(owner).left / share),
    get charged() {
      return charged
    },
  }
}
