import { useEffect, useRef, useState } from 'react'
import type { Connection } from '../../../core/connection/connection.ts'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { attempt } from '../../../core/stores/attempt.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { isConfirmable } from '../alarm-acts/can-act.ts'
import { sendByCtrlEnter } from '../alarm-acts/send-by-ctrl-enter.ts'
import { writtenNote } from '../alarm-name.ts'
import { text } from './text.ts'
import { useFocusKept } from './use-focus-kept.ts'

interface NoteFormProps {
  connection: Connection
  alarm: Alarm
  note: string
  onNote: (note: string) => void
  onSaved: () => void
}

/** The note of an alarm; each that it had stays among its events. */
export function NoteForm({ connection, alarm, note, onNote, onSaved }: NoteFormProps) {
  const t = useText(text)
  const [isPending, setPending] = useState(false)
  const isChanged = note.trim() !== (writtenNote(alarm) ?? '')
  useFocusKept(isChanged)
  const form = useRef<HTMLFormElement>(null)
  // Its button comes below what is typed, where the panel may end.
  useEffect(() => {
    if (isChanged) form.current?.scrollIntoView({ block: 'nearest' })
  }, [isChanged])
  async function save() {
    setPending(true)
    const saved = await attempt(
      connection.api.alarm.note({ alarm_id: alarm.alarm_id, alarm_note: note.trim() }, { raisesToast: true }),
    )
    setPending(false)
    if (saved) onSaved()
  }
  return (
    <form
      ref={form}
      className="alarm-panel-note"
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) void save()
      }}
      onKeyDown={sendByCtrlEnter}
    >
      <TextField
        label={t.note}
        help={isConfirmable(alarm) ? t.noteHelpConfirm : t.noteHelp}
        value={note}
        onChange={onNote}
        lines={2}
        maxLength={200}
      />
      {isChanged && (
        <Button type="submit" isPending={isPending}>
          {t.saveNote}
        </Button>
      )}
    </form>
  )
}
