import { useId, useState } from 'react'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { words } from '../../../core/text/words.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { AlarmLines } from './AlarmLines.tsx'
import { sendByCtrlEnter } from './send-by-ctrl-enter.ts'
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
  const form = useId()
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
          <Button look="primary" type="submit" form={form}>
            {t.confirm({ count })}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="alarm-acts-form"
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm(note.trim())
        }}
        onKeyDown={sendByCtrlEnter}
        noValidate
      >
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
      </form>
    </Dialog>
  )
}
