import { createRoot } from 'react-dom/client'
import type { Bound, FactPage } from './fact-page.ts'
import { FIRST } from './fact-page.ts'

const Probe = 'sg-probe' as unknown as React.FC<Record<string, unknown>>

export const reactPage: FactPage = (box, heard) => {
  const root = createRoot(box)
  const set = ({ isShown, children, sn, limit, compact, points }: Bound) =>
    root.render(
      <div>
        {isShown && (
          <Probe
            sn={sn}
            limit={limit}
            compact={compact}
            points={points}
            onsg-point-select={({ detail }: CustomEvent<{ point_id: string }>) => heard(detail.point_id)}
          >
            {Array.from({ length: children }, (_, n) => (
              <i key={String(n)} slot="header">
                {n}
              </i>
            ))}
          </Probe>
        )}
      </div>,
    )
  set(FIRST)
  return { set, unmount: () => root.unmount() }
}
