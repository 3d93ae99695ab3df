import { useState } from 'react'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { words } from '../../../core/text/words.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { AlarmLines } from './AlarmLines.tsx'
import { text } from './text.ts'

interface NoteDialogProps {
  alarms: readonly Alarm[]
  onConfirm: (alarm_note: string) => void
  onClose: () => void
}

/** Confirms with a note. */
export function NoteDialog({ alarms, onConfirm, onClose }: NoteDialogProps) {
  const t = useText(text)
  const { cancel } = useText(words)
  const count = alarms.length
  const [note, setNote] = useState('')
  return (
    <Dialog
      title={t.confirmTitle({ count })}
      isOpen
      onClose={onClose}
      isKeptOpen={note.trim() !== ''}
      size="small"
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button look="primary" onPress={() => onConfirm(note.trim())}>
            {t.confirm({ count })}
          </Button>
        </>
      }
    >
      <div className="alarm-acts-form">
        <AlarmLines alarms={alarms} />
        <TextField
          label={t.note}
          help={t.noteHelp}
          value={note}
          onChange={setNote}
          lines={3}
          maxLength={200}
          isAutoFocus
        />
      </div>
    </Dialog>
  )
}
