import { vi } from 'vitest'

/** What is waited for comes at last on a machine that does ten other things; only what never comes takes as long. */
const PATIENCE_MS = 60_000

const { waitFor } = vi
vi.waitFor = (check, patience) =>
  waitFor(check, typeof patience === 'number' ? patience : { timeout: PATIENCE_MS, ...patience })
