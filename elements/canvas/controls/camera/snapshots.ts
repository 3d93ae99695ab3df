import { type Forbidden, watchPolicy } from '../video/watch-policy.ts'

export interface Snapshot {
  readonly src: string
  /** When it came, epoch ms. */
  readonly time: number
}
export interface SnapshotState {
  /** The newest that came. */
  readonly shown: Snapshot | null
  /** Failed requests since then. */
  readonly misses: number
  readonly isForbidden: boolean
}

interface Taking {
  address: URL
  everyMs: number
  onState: (state: SnapshotState) => void
  /** Loads a picture; fails where none comes. */
  load?: (src: string) => Promise<void>
  now?: () => number
}

const RETRY_CEILING_MS = 60_000
/** A camera that does not answer at all is not waited for any longer. */
const ANSWER_MS = 20_000

async function loadPicture(src: string): Promise<void> {
  const image = new Image()
  image.referrerPolicy = 'no-referrer'
  image.src = src
  await image.decode()
}

/** The same address, so that no cache answers it. */
export function freshAddress(address: URL, now: number): string {
  const fresh = new URL(address)
  fresh.searchParams.set('_', String(now))
  return fresh.href
}

/** Takes a picture again and again, one at a time; slower while none comes, and not in a page that nobody sees. */
export function takeSnapshots({ address, everyMs, onState, load = loadPicture, now = Date.now }: Taking) {
  let state: SnapshotState = { shown: null, misses: 0, isForbidden: false }
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const update = (change: Partial<SnapshotState>) => {
    if (isOver) return
    state = { ...state, ...change }
    onState(state)
  }
  const forbid = ({ directive }: Forbidden) => {
    if (directive !== 'img-src') return
    clearTimeout(timer)
    update({ isForbidden: true })
  }
  const stopWatching = watchPolicy(address, forbid)

  async function take() {
    if (isOver) return
    if (document.visibilityState === 'hidden') {
      document.addEventListener('visibilitychange', take, { once: true })
      return
    }
    const src = freshAddress(address, now())
    const came = await Promise.race([
      load(src).then(
        () => true,
        () => false,
      ),
      new Promise<false>((resolve) => setTimeout(resolve, ANSWER_MS, false)),
    ])
    if (isOver || state.isForbidden) return
    update(came ? { shown: { src, time: now() }, misses: 0 } : { misses: state.misses + 1 })
    timer = setTimeout(take, came ? everyMs : Math.min(RETRY_CEILING_MS, everyMs * 2 ** Math.min(8, state.misses - 1)))
  }
  void take()
  return () => {
    isOver = true
    clearTimeout(timer)
    stopWatching()
    document.removeEventListener('visibilitychange', take)
  }
}
