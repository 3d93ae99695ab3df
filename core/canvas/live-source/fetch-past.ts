import type { ReplayPoint } from '../../contract/screen.ts'

/** What points were: the contract's `screen.replay`. */
export type FetchPast = (
  points: readonly { readonly sn_code: string; readonly key: string }[],
  start: number,
  end: number,
  step_ms: number,
) => Promise<readonly ReplayPoint[]>
