import { type ReactNode, useState } from 'react'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Template } from '../../../core/contract/template.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import type { MenuEntry } from '../../kit/Menu.tsx'
import { refusalText } from '../../parts/form/refusal.ts'
import { useDialog } from '../../parts/form/use-dialog.ts'
import { useRights } from '../../parts/use-rights.ts'
import { type ActionsOptions, TemplateDialogs, type What } from './TemplateDialogs.tsx'
import { useTemplates } from './templates-context.ts'
import { text } from './text.ts'

export interface TemplateActions {
  menuOf: (template: Template) => (MenuEntry | 'line')[]
  publish: (template: Template) => void
  setPublic: (template: Template, is_public: boolean) => Promise<void>
  ask: (what: What, template: Template) => void
  dialogs: ReactNode
}

/** What can be done with a template, the same from the list and from its page. */
export function useTemplateActions(options: ActionsOptions): TemplateActions {
  const t = useText(text)
  const { lang } = useElement()
  const { api } = useConnection()
  const { done, refused } = useTemplates()
  const holds = useRights()
  const mayEdit = holds('P41000')
  const { dialogState, isOpen, round, open: openDialog, close } = useDialog<{ what: What; template: Template }>()
  const [isPending, setPending] = useState(false)
  const ask = (what: What, template: Template) => openDialog({ what, template })

  /** Shows a refusal, unless its code is handled separately; true when it was done. */
  async function run(
    call: () => Promise<unknown>,
    isConfirmed = false,
    answers: Record<string, () => void> = {},
  ): Promise<boolean> {
    if (isConfirmed) setPending(true)
    try {
      await call()
      options.onChanged()
      return true
    } catch (error) {
      const answer = error instanceof ApiError ? answers[error.code] : undefined
      if (answer) answer()
      else refused(refusalText(error, lang))
      return false
    } finally {
      if (isConfirmed) setPending(false)
    }
  }

  /** Asks first, as the editor does: devices show another screen at once. */
  function publish(template: Template) {
    const { module_type, device_count } = template
    ask(module_type === 'standard' && device_count === 0 ? 'unbound' : 'publish', template)
  }
  async function setPublic({ template_id, module_name: name }: Template, is_public: boolean) {
    const set = (to: boolean) => api.template.edit({ template_id, is_public: to })
    if (await run(() => set(is_public)))
      done(is_public ? t.publicOn({ name }) : t.publicOff({ name }), () => void run(() => set(!is_public)))
  }

  function menuOf(template: Template): (MenuEntry | 'line')[] {
    const { is_own, may_edit, is_published, is_public, device_count } = template
    const entry = (id: keyof typeof t & string, icon: MenuEntry['icon'], onAction: () => void): MenuEntry => ({
      id,
      label: String(t[id]),
      onAction,
      ...(icon && { icon }),
    })
    const open = options.onOpen
    const own: (MenuEntry | 'line')[] = [
      entry('share', 'send', () => ask('share', template)),
      entry('transfer', 'user', () => ask('transfer', template)),
      entry(is_public ? 'takeBack' : 'makePublic', 'globe', () => void setPublic(template, !is_public)),
      'line',
      {
        ...entry('delete', 'trash', () => ask(device_count > 0 ? 'in-use' : 'delete', template)),
        isDanger: true,
      },
    ]
    return [
      ...(open ? [entry('open', 'external', () => open(template))] : []),
      ...(mayEdit && may_edit ? [entry('edit', 'edit', () => options.onEdit(template))] : []),
      ...(mayEdit ? [entry('copy', 'plus', () => ask('copy', template))] : []),
      // On its page it has a button of its own.
      ...(mayEdit && may_edit && open
        ? [entry(is_published ? 'publishAgain' : 'publish', 'play', () => publish(template))]
        : []),
      ...(mayEdit && may_edit && is_published ? [entry('unpublish', 'pause', () => ask('unpublish', template))] : []),
      ...(mayEdit && is_own ? (['line', ...own] as const) : []),
    ]
  }

  const template = dialogState?.template
  const confirm = async (call: () => Promise<unknown>, said: string, isGone = false) => {
    const isDone = await run(call, true, {
      202003: () => template && ask('in-use', template),
      115006: () => template && ask('unbound', template),
    })
    if (!isDone) return
    close()
    done(said)
    if (isGone) options.onGone?.()
  }
  const dialogs = dialogState && (
    <TemplateDialogs
      {...dialogState}
      options={options}
      isOpen={isOpen}
      round={round}
      isPending={isPending}
      close={close}
      confirm={confirm}
    />
  )
  return { menuOf, publish, setPublic, ask, dialogs }
}
