import type { RuleOwner } from '../../../core/contract/alarm-rules.ts'
import { Toasts } from '../../kit/Toasts.tsx'
import { useRights } from '../use-rights.ts'
import { useUndoToasts } from '../user-group-picker/use-undo-toasts.ts'
import { AlarmRules } from './AlarmRules.tsx'

interface RulesPlaceProps {
  owner: RuleOwner
  shown: string
  onShown: (rule_id: string) => void
  onUnsaved: (isUnsaved: boolean) => void
  onNavigate: (to: { path: string }) => void
}

/** Rules on a page of their own: messages are shown here, and a template is another page. */
export function RulesPlace({ owner, onNavigate, ...props }: RulesPlaceProps) {
  const { toastProps, done, refused } = useUndoToasts()
  const mayChangeTemplates = useRights()('P41000')
  const toTemplate = (id: number) => onNavigate({ path: `/configureManage/devTemplate?template=${id}&tab=rules` })
  return (
    <>
      <AlarmRules
        {...props}
        key={JSON.stringify(owner)}
        owner={owner}
        handlers={{ done, refused }}
        onTemplate={mayChangeTemplates ? toTemplate : undefined}
      />
      <Toasts {...toastProps} />
    </>
  )
}
