import { useRef, useState } from 'react'
import { LIMITS } from '../../../../core/catalogue/limits.ts'
import { words } from '../../../../core/text/words.ts'
import { useConnection, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { TextField } from '../../../kit/TextField.tsx'
import { base64Of } from '../../../parts/base64.ts'
import { useFocusWrong } from '../../../parts/form/use-focus-wrong.tsx'
import { useSending, type Wrong } from '../../../parts/form/use-sending.ts'
import { useEditor } from '../editor-context.ts'
import type { DialogProps } from '../panels.tsx'
import { FileField } from './FileField.tsx'
import { text } from './text.ts'

type Field = 'file' | 'screen_name'

/** Another screen of the template, made from a file. */
export function ImportScreen({ template_id, onClose }: DialogProps & { template_id: number }) {
  const t = useText(text)
  const common = useText(words)
  const { api } = useConnection()
  const { openScreen, reloadScreens } = useEditor()
  const element = useRef<HTMLFormElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  // Errors in the file's content are shown at the file, whatever the server names the field.
  const form = useSending<Field>(['file', 'screen_name'], {
    '100019': 'screen_name',
    '115002': 'file',
    '201801': 'file',
  })

  function take(chosen: File | undefined) {
    if (!chosen) return
    setFile(chosen)
    form.mend('file')
    if (name === '') setName(chosen.name.replace(/(\.[A-Za-z0-9]+)+$/, '').slice(0, LIMITS.genericName))
  }
  async function send() {
    const wrong: Wrong<Field> = {}
    if (!file) wrong.file = t.needFile
    else if (file.size === 0) wrong.file = t.fileEmpty
    else if (file.size > LIMITS.importBytes) wrong.file = t.fileTooLarge
    if (name.trim() === '') wrong.screen_name = t.needName
    if (!form.check(wrong) || !file) return
    const content = await base64Of(file)
    const made = await form.send(() =>
      api.screen.imported({ template_id, screen_name: name.trim(), file: { name: file.name, content } }),
    )
    if (!made) return
    reloadScreens()
    onClose()
    openScreen(made.screen_id)
  }
  const { wrong } = form
  const spoken = useFocusWrong(element, form.found)
  return (
    <Dialog
      title={t.import}
      isOpen
      onClose={onClose}
      size="small"
      isKeptOpen={file !== null}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button look="primary" isPending={form.isPending} onPress={() => void send()}>
            {t.importing}
          </Button>
        </>
      }
    >
      <form
        ref={element}
        className="dialog-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          take(event.dataTransfer.files[0])
        }}
      >
        {spoken}
        <p className="prop-help">{t.importWhy}</p>
        <FileField label={t.importFile} file={file} error={wrong.file} onFile={take} />
        <TextField
          label={t.name}
          isRequired
          maxLength={LIMITS.genericName}
          value={name}
          error={wrong.screen_name}
          onChange={(typed) => {
            setName(typed)
            form.mend('screen_name')
          }}
        />
        {wrong.form && (
          <p className="field-error" role="alert">
            {wrong.form}
          </p>
        )}
      </form>
    </Dialog>
  )
}
