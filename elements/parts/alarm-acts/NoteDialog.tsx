import { useState } from 'react'
import { words } from '../../../core/text/words.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { text } from './text.ts'

interface NoteDialogProps {
  count: number
  onConfirm: (alarm_note: string) => void
  onClose: () => void
}

/** Confirms with a note. */
export function NoteDialog({ count, onConfirm, onClose }: NoteDialogProps) {
  const t = useText(text)
  const { cancel } = useText(words)
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
      <TextField
        label={t.note}
        help={t.noteHelp}
        value={note}
        onChange={setNote}
        lines={3}
        maxLength={200}
        isAutoFocus
      />
    </Dialog>
  )
}
