import { useState } from 'react'
import type { Connection } from '../../../core/connection/connection.ts'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { attempt } from '../../../core/stores/attempt.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { text } from './text.ts'

interface NoteFormProps {
  connection: Connection
  alarm: Alarm
  onSaved: (() => void) | undefined
}

/** The note of an alarm; each that it had stays among its events. */
export function NoteForm({ connection, alarm, onSaved }: NoteFormProps) {
  const t = useText(text)
  const [note, setNote] = useState(alarm.alarm_note ?? '')
  const [isPending, setPending] = useState(false)
  const isChanged = note.trim() !== (alarm.alarm_note ?? '')
  async function save() {
    setPending(true)
    const saved = await attempt(connection.api.alarm.note({ alarm_id: alarm.alarm_id, alarm_note: note.trim() }))
    setPending(false)
    if (saved) onSaved?.()
  }
  return (
    <form
      className="feed-note-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) void save()
      }}
    >
      <TextField label={t.note} help={t.noteHelp} value={note} onChange={setNote} lines={2} maxLength={200} />
      {isChanged && (
        <Button type="submit" isPending={isPending}>
          {t.saveNote}
        </Button>
      )}
    </form>
  )
}
