import { useElementState } from '../define/index.ts'
import { Skeleton } from '../kit/Skeleton.tsx'

/** Says on the element that nothing of it has come yet; `rows` of a skeleton, or beside whatever is drawn meanwhile. */
export function LoadingState({ rows = 0 }: { rows?: number }) {
  useElementState('loading')
  return rows > 0 ? <Skeleton rows={rows} /> : null
}
