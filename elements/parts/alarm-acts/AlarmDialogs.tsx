import { lazyPart } from '../../define/index.ts'
import { Toasts } from '../../kit/Toasts.tsx'
import { fetchDialogs } from './fetch-dialogs.ts'
import { useAhead } from './use-ahead.ts'
import type { AlarmActs } from './use-alarm-acts.ts'
import type { MayAct } from './use-may-act.ts'

const NoteDialog = lazyPart(() => fetchDialogs().then((chunk) => chunk.NoteDialog), null)
const ShelveDialog = lazyPart(() => fetchDialogs().then((chunk) => chunk.ShelveDialog), null)
const RefusalsDialog = lazyPart(() => fetchDialogs().then((chunk) => chunk.RefusalsDialog), null)

interface AlarmDialogsProps {
  acts: AlarmActs
  may: MayAct
  /** The rows are there and something can be done with them: what that needs is fetched. */
  isTime?: boolean
}

/** Dialogs before an action on alarms, and its messages afterwards. */
export function AlarmDialogs({ acts, may, isTime = true }: AlarmDialogsProps) {
  const { dialog, dismiss, acting } = acts
  useAhead(fetchDialogs, isTime)
  return (
    <>
      {dialog?.act === 'note' && (
        <NoteDialog
          alarms={dialog.alarms}
          onClose={dismiss}
          onConfirm={(note) => void acts.confirm(dialog.alarms, note)}
        />
      )}
      {dialog?.act === 'shelve' && (
        <ShelveDialog
          alarms={dialog.alarms}
          may={may}
          onClose={dismiss}
          onShelve={(how) => void acts.shelve(dialog.alarms, how)}
        />
      )}
      {acting.refusals && <RefusalsDialog refusals={acting.refusals} onClose={acting.forget} />}
      <Toasts {...acts.toasts} />
    </>
  )
}
