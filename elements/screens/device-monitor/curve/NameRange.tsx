import { useState } from 'react'
import { useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { TextField } from '../../../kit/TextField.tsx'
import { text } from './text.ts'

interface NameRangeProps {
  taken: readonly string[]
  onName: (name: string) => Promise<void>
  onClose: () => void
}

/** A dialog for the name by which a time range is saved. */
export function NameRange({ taken, onName, onClose }: NameRangeProps) {
  const t = useText(text)
  const [name, setName] = useState('')
  const [error, setError] = useState<string | undefined>()
  const [isSaving, setSaving] = useState(false)

  const save = async () => {
    const wanted = name.trim()
    if (wanted === '') return setError(t.nameMissing)
    if (taken.includes(wanted)) return setError(t.nameTaken)
    setSaving(true)
    await onName(wanted)
    setSaving(false)
  }

  return (
    <Dialog
      title={t.saveRange}
      size="small"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t.cancel}</Button>
          <Button look="primary" isPending={isSaving} onPress={save}>
            {t.save}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField
          label={t.rangeName}
          help={t.rangeNameHelp}
          {...(error !== undefined && { error })}
          value={name}
          onChange={(value) => {
            setName(value)
            setError(undefined)
          }}
          maxLength={32}
          isAutoFocus
        />
      </form>
    </Dialog>
  )
}
