import { type FormEvent, useId, useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Template } from '../../../core/contract/template.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import { copyName } from './copy-name.ts'
import { text } from './text.ts'

interface UseDialogProps {
  template: Template
  isOpen: boolean
  onCopied: (template_id: number, name: string) => void
  onClose: () => void
}

/** Asks for the copy's name; what was typed stays when the server refuses. */
export function UseDialog({ template, isOpen, onCopied, onClose }: UseDialogProps) {
  const t = useText(text)
  const { cancel } = useText(words)
  const { api } = useConnection()
  const id = useId()
  const most = LIMITS.genericName
  const [name, setName] = useState(() => copyName(template.module_name, (of) => t.copyOf({ name: of }), most))
  const { wrong, judge, send, isPending } = useSending(['module_name'], { 115001: 'module_name' })

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    const module_name = name.trim()
    const found =
      module_name === ''
        ? { module_name: t.nameMissing }
        : module_name.length > most
          ? { module_name: t.nameHelp({ most }) }
          : {}
    if (isPending || !judge(found)) return
    const { template_id } = template
    const made = await send(() => api.template.copy({ template_id, module_name }))
    if (made) onCopied(made.template_id, module_name)
  }

  return (
    <Dialog
      title={t.copyTitle({ name: template.module_name })}
      isOpen={isOpen}
      onClose={onClose}
      isKeptOpen
      size="small"
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button look="primary" isPending={isPending} onPress={() => void submit()}>
            {t.copy}
          </Button>
        </>
      }
    >
      <form id={id} className="library-dialog" onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={t.copyName}
          name="module_name"
          help={t.nameHelp({ most })}
          value={name}
          onChange={setName}
          error={wrong.module_name}
          autoComplete="off"
          isRequired
          isAutoFocus
        />
        <p className="library-quiet">{t.copyWhy}</p>
        {wrong.form && (
          <p className="library-wrong" role="alert">
            {wrong.form}
          </p>
        )}
      </form>
    </Dialog>
  )
}
