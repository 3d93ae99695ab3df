import { useElementState } from '../../define/index.ts'
import { Skeleton } from '../../kit/Skeleton.tsx'

/** The shape of the monitor before the device is known. */
export function LoadingMonitor({ isCompact }: { isCompact: boolean }) {
  useElementState('loading')
  return (
    <div className="monitor">
      <Skeleton rows={isCompact ? 1 : 2} />
      <Skeleton rows={9} />
    </div>
  )
}
