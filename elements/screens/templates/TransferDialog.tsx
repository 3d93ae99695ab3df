import { useState } from 'react'
import { words } from '../../../core/text/words.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import type { TemplateDialogProps } from './CopyDialog.tsx'
import { text } from './text.ts'
import { type Person, UserPicker } from './UserPicker.tsx'

interface TransferDialogProps extends TemplateDialogProps {
  onTransferred: (user_name: string) => void
}

/** Gives a template to somebody else. */
export function TransferDialog({ template, isOpen, onClose, onTransferred }: TransferDialogProps) {
  const t = useText(text)
  const { cancel } = useText(words)
  const { api } = useConnection()
  const [chosen, setChosen] = useState<Person[]>([])
  const fields = { 100014: 'user_id', 100019: 'user_id', 115004: 'user_id' } as const
  const { wrong, judge, send, isPending } = useSending(['user_id'], fields)

  async function submit() {
    if (isPending) return
    const [person] = chosen
    if (!judge(person ? {} : { user_id: t.transferMissing }) || !person) return
    const input = { template_id: template.template_id, user_id: person.user_id }
    if (await send(() => api.template.transfer(input))) onTransferred(person.user_name)
  }

  return (
    <Dialog
      title={t.transferTitle({ name: template.module_name })}
      isOpen={isOpen}
      onClose={onClose}
      isKeptOpen={chosen.length > 0}
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button look="primary" isPending={isPending} onPress={() => void submit()}>
            {t.transfer}
          </Button>
        </>
      }
    >
      <div className="template-dialog">
        <p className="template-quiet">{t.transferWhy}</p>
        <UserPicker
          label={t.transferTo}
          chosen={chosen}
          onChange={setChosen}
          atMost={1}
          none={t.transferMissing}
          error={wrong.user_id}
        />
        {wrong.form && (
          <p className="template-wrong" role="alert">
            {wrong.form}
          </p>
        )}
      </div>
    </Dialog>
  )
}
