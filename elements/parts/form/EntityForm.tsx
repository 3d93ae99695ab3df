import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { words } from '../../../core/text/words.ts'
import { useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog, Dialog } from '../../kit/Dialog.tsx'
import type { IconName } from '../../kit/icons.ts'
import layout from '../../kit/layout.css?sheet'
import { SidePanel } from '../SidePanel.tsx'
import type { DraftForm } from './use-draft.ts'
import { useFocusWrong } from './use-focus-wrong.tsx'
import { useUnshown } from './use-unshown.ts'

interface Removal {
  label: string
  title: string
  explanation: ReactNode
  confirm: string
  /** A refusal that it throws is shown in the form. */
  call: () => Promise<unknown>
  look?: 'danger'
}

interface EntityFormProps {
  title: string
  /** What is filled in here, for those who do not see the heading; left out, the title. */
  label?: string
  form: Pick<DraftForm<object, object>, 'wrong' | 'found' | 'isPending' | 'fail'> & {
    submit: () => Promise<void>
    mend?: (field: string) => void
  }
  onClose: () => void
  /** Left out, "Save". */
  saveLabel?: string
  saveIcon?: IconName
  /** Nothing can be saved or removed. */
  isReadOnly?: boolean
  /** Closed by the head alone. */
  isWithoutCancel?: boolean
  isWide?: boolean
  /** Notes before the fields; a refusal of the form then follows them, where it is seen above many fields. */
  above?: ReactNode
  /** Below the form and no part of it. */
  below?: ReactNode
  /** Further buttons. */
  actions?: ReactNode
  remove?: Removal | null
  /** In a dialog, not in the panel beside a list. */
  dialog?: { isOpen: boolean; isKeptOpen?: boolean }
  children: ReactNode
}

/** One thing's fields, with what saves and removes it. */
export function EntityForm({ title, form, onClose, dialog, remove, actions, ...rest }: EntityFormProps) {
  useSheet(layout)
  const { cancel, close, save } = useText(words)
  const id = useId()
  const [isRemoving, setRemoving] = useState(false)
  const { isReadOnly = false, isWithoutCancel = false, saveLabel = save, saveIcon } = rest
  const buttons = (
    <>
      {remove && !isReadOnly && <RemoveButton remove={remove} onPress={() => setRemoving(true)} />}
      {actions}
      {!isWithoutCancel && <Button onPress={onClose}>{isReadOnly ? close : cancel}</Button>}
      {!isReadOnly && (
        <Button look="primary" type="submit" form={id} isPending={form.isPending} {...(saveIcon && { icon: saveIcon })}>
          {saveLabel}
        </Button>
      )}
    </>
  )
  const hasButtons = !isReadOnly || !isWithoutCancel || actions
  const body = <FormBody id={id} title={title} form={form} {...rest} />
  if (dialog)
    return (
      <Dialog title={title} {...dialog} onClose={onClose} size="small" actions={buttons}>
        {body}
      </Dialog>
    )
  return (
    <SidePanel title={title} onClose={onClose} actions={hasButtons ? buttons : undefined}>
      {body}
      {remove && (
        <RemoveDialog remove={remove} fail={form.fail} isOpen={isRemoving} onClose={() => setRemoving(false)} />
      )}
    </SidePanel>
  )
}

function RemoveButton({ remove, onPress }: { remove: Removal; onPress: () => void }) {
  if (remove.look)
    return (
      <Button look={remove.look} onPress={onPress}>
        {remove.label}
      </Button>
    )
  return (
    <span className="row-start">
      <Button icon="trash" onPress={onPress}>
        {remove.label}
      </Button>
    </span>
  )
}

type FormBodyProps = Pick<
  EntityFormProps,
  'title' | 'label' | 'form' | 'isReadOnly' | 'isWide' | 'above' | 'below' | 'children'
>

function FormBody({
  id,
  title,
  label = title,
  form,
  isReadOnly,
  isWide,
  above,
  below,
  children,
}: FormBodyProps & { id: string }) {
  const element = useRef<HTMLFormElement>(null)
  const { wrong, found, submit, mend } = form
  const spoken = useFocusWrong(element, found)
  const unshown = useUnshown(element, wrong)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    // The form that opened it as a dialog is not sent with it.
    event.stopPropagation()
    if (!isReadOnly) void submit()
  }
  const stack = isWide ? 'stack stack-wide' : 'stack'
  const refusal = (wrong.form || unshown) && (
    <p className="wrong" role="alert">
      {[wrong.form, unshown].filter(Boolean).join(' · ')}
    </p>
  )
  const fields = (
    <form
      ref={element}
      id={id}
      className={stack}
      aria-label={label}
      onSubmit={onSubmit}
      onInput={({ target }) => 'name' in target && mend?.(String(target.name))}
      noValidate
    >
      {spoken}
      {above}
      {above && refusal}
      {children}
      {!above && refusal}
    </form>
  )
  if (!below) return fields
  return (
    <div className={stack}>
      {fields}
      {below}
    </div>
  )
}

interface RemoveDialogProps {
  remove: Removal
  fail: (error: unknown) => void
  isOpen: boolean
  onClose: () => void
}

function RemoveDialog({ remove, fail, isOpen, onClose }: RemoveDialogProps) {
  const [isPending, setPending] = useState(false)
  async function confirm() {
    setPending(true)
    try {
      await remove.call()
    } catch (error) {
      fail(error)
    } finally {
      setPending(false)
      onClose()
    }
  }
  return (
    <ConfirmDialog
      title={remove.title}
      explanation={remove.explanation}
      confirmLabel={remove.confirm}
      isDanger
      isOpen={isOpen}
      isPending={isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  )
}
