import { useFormat, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/Icon.tsx'
import type { IconName } from '../../../kit/icons.ts'
import { useMessage } from '../../../parts/use-message.ts'
import { useServerNow } from '../../../parts/use-server-now.ts'
import type { SaveStatus } from './saver.ts'
import { text } from './text.ts'

interface SaveStateProps {
  status: SaveStatus
  /** What is saved is a draft. */
  isDraft: boolean
  isReadOnly: boolean
  onSave: () => void
}

const ICONS: Record<SaveStatus['is'], IconName> = {
  saved: 'check',
  changed: 'edit',
  saving: 'refresh',
  waiting: 'wifi-off',
  refused: 'warning',
  conflict: 'warning',
}

/** Seconds that count up beside the drawing would only draw the eye. */
const JUST_NOW_MS = 60_000

/** Whether what is drawn is safe, and the way to make it so. */
export function SaveState({ status, isDraft, isReadOnly, onSave }: SaveStateProps) {
  const t = useText(text)
  const format = useFormat()
  const now = useServerNow()
  const why = useMessage(status.is === 'refused' ? status.code : null)
  const isWrong = status.is === 'waiting' || status.is === 'refused' || status.is === 'conflict'
  const words = {
    saved:
      status.is === 'saved' && now - status.time > JUST_NOW_MS
        ? (isDraft ? t.draftSavedAgo : t.savedAgo)({ ago: format.ago(status.time, now) })
        : isDraft
          ? t.draftSaved
          : t.saved,
    changed: t.changed,
    saving: t.saving,
    waiting: t.waitingShort,
    refused: t.refused({ why }),
    conflict: t.conflict,
  }[status.is]
  if (isReadOnly && !isWrong) return <span className="save-state">{t.readOnly}</span>
  return (
    <>
      <span
        className="save-state"
        data-state={status.is}
        data-wrong={isWrong || undefined}
        title={status.is === 'waiting' ? t.waiting : words}
      >
        <Icon name={ICONS[status.is]} />
        <span className="save-words">{words}</span>
      </span>
      {/* Ages are not read out; what goes wrong is. */}
      <span className="stage-said" role="status">
        {isWrong ? (status.is === 'waiting' ? t.waiting : words) : ''}
      </span>
      {!isReadOnly && (
        <Button onPress={onSave} isPending={status.is === 'saving' && status.kind === 'saved'}>
          {status.is === 'waiting' || status.is === 'refused' ? t.retry : t.save}
        </Button>
      )}
    </>
  )
}
