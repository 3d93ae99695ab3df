import type { ReactNode } from 'react'
import { words } from '../../../core/text/words.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { text } from './text.ts'
import type { DraftForm } from './use-draft.ts'

interface SaveActionsProps {
  form: Pick<DraftForm<object, object>, 'isPending' | 'isUnsaved'>
  onRevert: () => void
  /** Left out, that changes are discarded. */
  revertLabel?: string
  /** In their place while all is saved. */
  children?: ReactNode
}

/** The buttons of a `SendForm` that stays open: what saves it, and while something is not saved what undoes that. */
export function SaveActions({ form, onRevert, revertLabel, children }: SaveActionsProps) {
  const t = useText(text)
  const { save } = useText(words)
  return (
    <>
      <Button look="primary" type="submit" isPending={form.isPending}>
        {save}
      </Button>
      {form.isUnsaved ? (
        <>
          <Button onPress={onRevert}>{revertLabel ?? t.revert}</Button>
          <span className="send-form-unsaved">{t.unsaved}</span>
        </>
      ) : (
        children
      )}
    </>
  )
}
