import { type ReactNode, useState } from 'react'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Template } from '../../../core/contract/template.ts'
import { words } from '../../../core/text/words.ts'
import { lazyPart, useConnection, useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog, Dialog } from '../../kit/Dialog.tsx'
import type { MenuEntry } from '../../kit/Menu.tsx'
import { BindDevices } from '../../parts/bind-devices/BindDevices.tsx'
import { refusalText } from '../../parts/form/refusal.ts'
import { useDialog } from '../../parts/form/use-dialog.ts'
import { useRights } from '../../parts/use-rights.ts'
import { CopyDialog } from './CopyDialog.tsx'
import { useTemplates } from './templates-context.ts'
import { text } from './text.ts'

const ShareDialog = lazyPart(async () => (await import('./ShareDialog.tsx')).ShareDialog, null)
const TransferDialog = lazyPart(async () => (await import('./TransferDialog.tsx')).TransferDialog, null)

/** What is waited for at a button of its own; anything else leaves every button as it is. */
type What = 'copy' | 'share' | 'transfer' | 'delete' | 'in-use' | 'publish' | 'unpublish' | 'unbound' | 'bind'

interface ActionsOptions {
  /** Something is different: read it anew. */
  onChanged: () => void
  onEdit: (template: Template) => void
  /** Left out where it is open. */
  onOpen?: (template: Template) => void
  onCopied?: (template_id: number) => void
  /** It is gone, or out of the caller's sight. */
  onGone?: () => void
}

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
  const { close: closeWord } = useText(words)
  const { lang, locale } = useElement()
  const { api } = useConnection()
  const { done, refused, bind } = useTemplates()
  const holds = useRights()
  const mayEdit = holds('P41000')
  const mayBind = holds('P42000')
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

  const { template, what } = dialogState ?? {}
  const isAsked = (one: What) => isOpen && what === one
  const listed = (words: string[]) => new Intl.ListFormat(locale).format(words)
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
  /** Then virtual devices have it, which are not bound. */
  const isOfVirtual = what === 'in-use' && template?.module_type === 'nonstandard'
  const toBinding = (id: number) =>
    mayBind &&
    !isOfVirtual && (
      <Button
        look="primary"
        onPress={() => {
          close()
          bind(id)
        }}
      >
        {t.toBinding}
      </Button>
    )

  const dialogs = template && (
    <>
      <CopyDialog
        key={`copy ${round}`}
        template={template}
        isOpen={isAsked('copy')}
        onClose={close}
        onCopied={(template_id, name) => {
          close()
          done(t.copied({ name }))
          options.onChanged()
          options.onCopied?.(template_id)
        }}
      />
      <ShareDialog
        key={`share ${round}`}
        template={template}
        isOpen={isAsked('share')}
        onClose={close}
        onShared={() => {
          close()
          done(t.sharedDone({ name: template.module_name }))
          options.onChanged()
        }}
      />
      <TransferDialog
        key={`transfer ${round}`}
        template={template}
        isOpen={isAsked('transfer')}
        onClose={close}
        onTransferred={(to) => {
          close()
          done(t.transferred({ name: template.module_name, to }))
          options.onChanged()
        }}
      />
      <ConfirmDialog
        title={t.deleteTitle({ name: template.module_name })}
        explanation={t.deleteWhy({
          what: listed([t.pointsOf({ count: template.point_count }), t.screensOf({ count: template.screen_count })]),
        })}
        confirmLabel={t.deleteIt({ name: template.module_name })}
        isDanger
        isOpen={isAsked('delete')}
        isPending={isPending}
        onConfirm={() =>
          void confirm(
            () => api.template.remove({ template_id: template.template_id }),
            t.deleted({ name: template.module_name }),
            true,
          )
        }
        onClose={close}
      />
      <ConfirmDialog
        title={t.publishTitle({ name: template.module_name })}
        explanation={t.publishWhy({ count: template.screen_count })}
        confirmLabel={t.publish}
        isOpen={isAsked('publish')}
        isPending={isPending}
        onConfirm={() =>
          void confirm(
            () => api.template.publish({ template_id: template.template_id, is_published: true }),
            t.publishDone({ name: template.module_name }),
          )
        }
        onClose={close}
      />
      <ConfirmDialog
        title={t.unpublishTitle({ name: template.module_name })}
        explanation={t.unpublishWhy}
        confirmLabel={t.unpublishIt({ name: template.module_name })}
        isDanger
        isOpen={isAsked('unpublish')}
        isPending={isPending}
        onConfirm={() =>
          void confirm(
            () => api.template.publish({ template_id: template.template_id, is_published: false }),
            t.unpublishDone({ name: template.module_name }),
          )
        }
        onClose={close}
      />
      <Dialog
        title={t.inUse({ name: template.module_name })}
        isOpen={isAsked('in-use')}
        onClose={close}
        size="small"
        actions={
          <>
            <Button onPress={close} isAutoFocus>
              {closeWord}
            </Button>
            {toBinding(template.template_id)}
          </>
        }
      >
        {t[isOfVirtual ? 'inUseVirtualWhy' : 'inUseWhy']({ what: t.devicesOf({ count: template.device_count }) })}
      </Dialog>
      <BindDevices
        key={`bind ${round}`}
        template_id={template.template_id}
        module_name={template.module_name}
        {...(what === 'unbound' && {
          publish: () => api.template.publish({ template_id: template.template_id, is_published: true }),
        })}
        isOpen={isAsked('unbound') || isAsked('bind')}
        onClose={close}
        onDone={(count) => {
          close()
          options.onChanged()
          done(what === 'unbound' ? t.publishDone({ name: template.module_name }) : t.boundDone({ count }))
        }}
        onBinding={() => {
          close()
          bind(null)
        }}
      />
    </>
  )
  return { menuOf, publish, setPublic, ask, dialogs }
}
