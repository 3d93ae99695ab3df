import { useState } from 'react'
import type { Template } from '../../../core/contract/template.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import { judgeName, nameOfCopy } from './template-form.ts'
import { text } from './text.ts'

export interface TemplateDialogProps {
  /** Kept while the dialog closes. */
  template: Template
  isOpen: boolean
  onClose: () => void
}

interface CopyDialogProps extends TemplateDialogProps {
  onCopied: (template_id: number, module_name: string) => void
}

/** A template under another name. */
export function CopyDialog({ template, isOpen, onClose, onCopied }: CopyDialogProps) {
  const t = useText(text)
  const { cancel, copy } = useText(words)
  const { api } = useConnection()
  const [name, setName] = useState(() => nameOfCopy(template.module_name, t))
  const { wrong, judge, send, isPending } = useSending(['module_name'], { 115001: 'module_name' })

  async function submit() {
    if (isPending) return
    const module_name = judgeName(name, t)
    if (!judge(module_name ? { module_name } : {})) return
    const input = { template_id: template.template_id, module_name: name.trim() }
    const sent = await send(() => api.template.copy(input))
    if (sent) onCopied(sent.template_id, input.module_name)
  }

  return (
    <Dialog
      title={t.copyTitle({ name: template.module_name })}
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button look="primary" isPending={isPending} onPress={() => void submit()}>
            {copy}
          </Button>
        </>
      }
    >
      <form
        className="template-dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <TextField
          label={t.module_name}
          name="copy_name"
          help={t.nameHelp}
          value={name}
          onChange={setName}
          error={wrong.module_name}
          autoComplete="off"
          isRequired
          isAutoFocus
        />
        <p className="template-quiet">{t.copyWhy}</p>
        {wrong.form && (
          <p className="template-wrong" role="alert">
            {wrong.form}
          </p>
        )}
        {/* Enter in a field needs a button of this very form. */}
        <button type="submit" hidden tabIndex={-1} />
      </form>
    </Dialog>
  )
}
