import { lazyPart } from '../../define/index.ts'
import type { Acting } from './use-acting.ts'

const RefusalsDialog = lazyPart(() => import('./RefusalsDialog.tsx').then((chunk) => chunk.RefusalsDialog), null)

/** What could not be done, one by one; nothing while there is nothing to tell. */
export function Refused({ acting: { refusals, forget } }: { acting: Acting }) {
  return refusals && <RefusalsDialog refusals={refusals} onClose={forget} />
}
