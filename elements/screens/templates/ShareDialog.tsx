import { useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import { useCall } from '../../parts/use-call.ts'
import { type Person, UserPicker } from '../../parts/user-picker/UserPicker.tsx'
import type { TemplateDialogProps } from './CopyDialog.tsx'
import { text } from './text.ts'

interface ShareDialogProps extends TemplateDialogProps {
  onShared: () => void
}

/** With whom a template is shared; the server keeps to who is named here. */
export function ShareDialog({ template, isOpen, onClose, onShared }: ShareDialogProps) {
  const t = useText(text)
  const { cancel, save } = useText(words)
  const { api } = useConnection()
  const { template_id, module_name } = template
  const [chosen, setChosen] = useState<Person[] | null>(null)
  const called = useCall(api.template.sharees, isOpen ? { template_id } : null)
  const fields = { 114008: 'user_ids', 114009: 'user_ids', 100014: 'user_ids' } as const
  const { wrong, check, mend, send, isPending } = useSending(['user_ids'], fields)
  const people = chosen ?? called.data

  async function submit() {
    if (!people || isPending) return
    if (!check(people.length > LIMITS.deviceSharees ? { user_ids: t.shareMost } : {})) return
    const input = { template_id, user_ids: people.map(({ user_id }) => user_id) }
    if (await send(() => api.template.share(input))) onShared()
  }

  return (
    <Dialog
      title={t.shareTitle({ name: module_name })}
      isOpen={isOpen}
      onClose={onClose}
      isKeptOpen={chosen !== null}
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button look="primary" isPending={isPending} isDisabled={chosen === null} onPress={() => void submit()}>
            {save}
          </Button>
        </>
      }
    >
      <div className="template-dialog">
        <p className="template-quiet">{t.shareWhy}</p>
        {called.failure && !people && <Failure failure={called.failure} onRetry={called.reload} />}
        {!people && !called.failure && <Skeleton rows={4} />}
        {people && (
          <UserPicker
            people={api.template.people}
            label={t.sharedWith}
            chosen={people}
            onChange={(next) => {
              setChosen(next)
              mend('user_ids')
            }}
            atMost={LIMITS.deviceSharees}
            none={t.sharedWithNobody}
            error={wrong.user_ids}
          />
        )}
        {wrong.form && (
          <p className="template-wrong" role="alert">
            {wrong.form}
          </p>
        )}
      </div>
    </Dialog>
  )
}
