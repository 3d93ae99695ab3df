import { lazyPart } from '../../define/index.ts'
import { Toasts } from '../../kit/Toasts.tsx'
import { fetchDialogs } from './fetch-dialogs.ts'
import { useAhead } from './use-ahead.ts'
import type { AlarmActs } from './use-alarm-acts.ts'

const NoteDialog = lazyPart(() => fetchDialogs().then((chunk) => chunk.NoteDialog), null)
const ShelveDialog = lazyPart(() => fetchDialogs().then((chunk) => chunk.ShelveDialog), null)
const RefusalsDialog = lazyPart(() => fetchDialogs().then((chunk) => chunk.RefusalsDialog), null)

interface AlarmDialogsProps {
  acts: AlarmActs
  /** The rows are there and something can be done with them: what that needs is fetched. */
  isTime?: boolean
}

/** What the acts ask before they are done, and what they tell afterwards. */
export function AlarmDialogs({ acts, isTime = true }: AlarmDialogsProps) {
  const { asked, dismiss, acting } = acts
  useAhead(fetchDialogs, isTime)
  return (
    <>
      {asked?.act === 'note' && (
        <NoteDialog
          count={asked.alarms.length}
          onClose={dismiss}
          onConfirm={(note) => void acts.confirm(asked.alarms, note)}
        />
      )}
      {asked?.act === 'shelve' && (
        <ShelveDialog
          count={asked.alarms.length}
          onClose={dismiss}
          onShelve={(how) => void acts.shelve(asked.alarms, how)}
        />
      )}
      {acting.refusals && <RefusalsDialog refusals={acting.refusals} onClose={acting.forget} />}
      <Toasts {...acts.toasts} />
    </>
  )
}
