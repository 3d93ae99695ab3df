declare global {
  interface Window {
    /** Every warning, error and violation of the page's policy, from before the first of our scripts on. */
    complaints: string[]
  }
  function after(body: () => void): void
}

const expected: RegExp[] = []
/** A test that waits longer has failed. */
const WAIT_MS = 60_000

/** The test that says so provokes a complaint, and fails when it does not come. */
export function expectComplaint(pattern: RegExp): void {
  expected.push(pattern)
}

const missing = () => expected.filter((pattern) => !window.complaints.some((complaint) => pattern.test(complaint)))

/** Complaints are worded by a file that may be loaded first. */
async function expectedComplaints(): Promise<void> {
  for (const start = performance.now(); missing().length > 0 && performance.now() - start < WAIT_MS; )
    await new Promise((resolve) => setTimeout(resolve, 10))
}

/** Fails when the page complained of anything that was not expected, or did not of what was. */
function settle(): void {
  const unheard = missing()
  const patterns = expected.splice(0)
  const all = window.complaints.splice(0)
  const unexpected = all.filter((complaint) => !patterns.some((pattern) => pattern.test(complaint)))
  if (unexpected.length > 0) throw new Error(`the page complained: ${unexpected.join('\n')}`)
  if (unheard.length > 0) throw new Error(`the page did not complain of ${unheard.join(', ')}`)
}

// Around each test, not in a hook: the first hook that fails ends its whole file.
const plainIt = globalThis.it
globalThis.it = (sentence, body) =>
  plainIt(sentence, async () => {
    try {
      await body()
    } catch (error) {
      expected.length = 0
      window.complaints.length = 0
      throw error
    }
    await expectedComplaints()
    // Violations are told in a task of their own.
    await new Promise((resolve) => setTimeout(resolve))
    settle()
  })
after(settle)
