import { vi } from 'vitest'

/** What is waited for without a word on how long: the runner's own second is too short where databases and servers share two cores. */
const PATIENCE_MS = 15_000

const { waitFor } = vi
vi.waitFor = (check, patience = PATIENCE_MS) => waitFor(check, patience)
