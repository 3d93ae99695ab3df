const SLOT_MS = 20
const SLOTS = 512

interface Entry {
  task: () => void
  everyMs: number
  due: number
}

/** Runs many periodic tasks from one timer; a task that comes late is not run twice to catch up. */
export function timerWheel(now: () => number) {
  const slots: Entry[][] = Array.from({ length: SLOTS }, () => [])
  let turned = Math.floor(now() / SLOT_MS)
  const put = (entry: Entry) => slots[Math.floor(entry.due / SLOT_MS) % SLOTS]?.push(entry)

  function turn() {
    const until = Math.floor(now() / SLOT_MS)
    // After a long pause one whole turn meets every entry.
    turned = Math.max(turned, until - SLOTS)
    while (turned < until) {
      const slot = turned++ % SLOTS
      const entries = slots[slot] ?? []
      slots[slot] = []
      for (const entry of entries) {
        const time = now()
        if (entry.due <= time) {
          entry.task()
          entry.due = Math.max(entry.due + entry.everyMs, time)
        }
        put(entry)
      }
    }
  }
  const timer = setInterval(turn, SLOT_MS)

  return {
    add(task: () => void, everyMs: number, firstInMs: number) {
      put({ task, everyMs, due: now() + firstInMs })
    },
    stop: () => clearInterval(timer),
  }
}
