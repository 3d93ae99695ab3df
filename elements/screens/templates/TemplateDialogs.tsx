import type { Template } from '../../../core/contract/template.ts'
import { words } from '../../../core/text/words.ts'
import { lazyPart, useConnection, useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog, Dialog } from '../../kit/Dialog.tsx'
import { BindDevices } from '../../parts/bind-devices/BindDevices.tsx'
import { useRights } from '../../parts/use-rights.ts'
import { CopyDialog } from './CopyDialog.tsx'
import { useTemplates } from './templates-context.ts'
import { text } from './text.ts'

const ShareDialog = lazyPart(async () => (await import('./ShareDialog.tsx')).ShareDialog, null)
const TransferDialog = lazyPart(async () => (await import('./TransferDialog.tsx')).TransferDialog, null)

/** What is waited for at a button of its own; anything else leaves every button as it is. */
export type What = 'copy' | 'share' | 'transfer' | 'delete' | 'in-use' | 'publish' | 'unpublish' | 'unbound' | 'bind'

export interface ActionsOptions {
  /** Something is different: read it anew. */
  onChanged: () => void
  onEdit: (template: Template) => void
  /** Left out where it is open. */
  onOpen?: (template: Template) => void
  onCopied?: (template_id: number) => void
  /** It is gone, or out of the caller's sight. */
  onGone?: () => void
}

interface TemplateDialogsProps {
  options: ActionsOptions
  what: What
  template: Template
  isOpen: boolean
  /** Each time that one is opened it is another one. */
  round: number
  isPending: boolean
  close: () => void
  /** Does what was asked about, and closes. */
  confirm: (call: () => Promise<unknown>, said: string, isGone?: boolean) => Promise<void>
}

/** What is asked before something is done with a template. */
export function TemplateDialogs(props: TemplateDialogsProps) {
  const { options, what, template, isOpen, round, isPending, close, confirm } = props
  const t = useText(text)
  const { close: closeWord } = useText(words)
  const { locale } = useElement()
  const { api } = useConnection()
  const { done, bind } = useTemplates()
  const mayBind = useRights()('P42000')
  const isAsked = (one: What) => isOpen && what === one
  const listed = (words: string[]) => new Intl.ListFormat(locale).format(words)
  /** Then virtual devices have it, which are not bound. */
  const isOfVirtual = what === 'in-use' && template.module_type === 'nonstandard'
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

  return (
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
}
