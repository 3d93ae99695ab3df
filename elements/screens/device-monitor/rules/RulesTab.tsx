import { useEffect } from 'react'
import { RulesPlace } from '../../../parts/alarm-rules/RulesPlace.tsx'
import { useUnsaved } from '../../../parts/use-unsaved.tsx'
import { useMonitor } from '../monitor-context.ts'

interface RulesTabProps {
  rule: string
  onRule: (rule: string) => void
  onNavigate: (to: { path: string }) => void
}

/** When this device is in alarm: its own rules and those of its template. */
export function RulesTab({ rule, onRule, onNavigate }: RulesTabProps) {
  const { device, guard } = useMonitor()
  const { setUnsaved, leave, dialog } = useUnsaved()
  useEffect(() => {
    guard.leave = leave
    return () => {
      guard.leave = (goOn) => goOn()
    }
  }, [guard, leave])
  return (
    <>
      <RulesPlace
        owner={{ sn_code: device.sn_code }}
        shown={rule}
        onShown={onRule}
        onUnsaved={setUnsaved}
        onNavigate={onNavigate}
      />
      {dialog}
    </>
  )
}
