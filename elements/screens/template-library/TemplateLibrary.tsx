import { useState } from 'react'
import type { Template } from '../../../core/contract/template.ts'
import { type ElementProps, useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { type ToastItem, Toasts } from '../../kit/Toasts.tsx'
import { ListFrame } from '../../parts/list/ListFrame.tsx'
import { useList } from '../../parts/list/use-list.ts'
import { useRights } from '../../parts/use-rights.ts'
import { useView } from '../../parts/use-view.ts'
import type { api, LibraryView } from './api.ts'
import { LibraryCards } from './LibraryCards.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'
import { text } from './text.ts'
import { UseDialog } from './UseDialog.tsx'

const WHOSE = ['public', 'shared'] as const

/** Which template is about to be copied, also while the dialog closes. */
interface DialogState {
  template: Template
  isOpen: boolean
  round: number
}

export function TemplateLibrary(props: ElementProps<typeof api>) {
  const { search, of, page, onViewChange, onNavigate } = props
  const t = useText(text)
  const { api } = useConnection()
  const holds = useRights()
  const mayMake = holds('P41000')
  const [view, change] = useView<LibraryView>({ search, of, page }, onViewChange)
  const [open, setOpen] = useState<Template | null>(null)
  const [dialogState, setDialogState] = useState<DialogState | null>(null)
  const [toasts, setToasts] = useState<readonly ToastItem[]>([])
  const whose = WHOSE.find((known) => known === view.of) ?? 'public'
  const wanted = view.search.trim().slice(0, 64)
  const list = useList(
    api.template.list,
    { of: whose, ...(wanted && { search: wanted }) },
    { rowId: ({ template_id }) => String(template_id), view, change },
  )
  const { shown, rows, total } = list
  const isEmpty = total === 0 && !wanted

  const use = (template: Template) =>
    setDialogState((before) => ({ template, isOpen: true, round: (before?.round ?? 0) + 1 }))
  const close = () => setDialogState((before) => before && { ...before, isOpen: false })
  const copied = (template_id: number, name: string) => {
    close()
    const path = `/configureManage/devTemplate?template=${template_id}`
    const action = { label: t.open, run: () => void onNavigate({ path }) }
    setToasts([{ id: template_id, type: 'success', text: t.copied({ name }), action }])
  }

  const content = () => (
    <ListFrame
      list={list}
      words={
        whose === 'public'
          ? { empty: t.emptyPublic, emptyWhy: t.emptyPublicWhy }
          : { empty: t.emptyShared, emptyWhy: t.emptySharedWhy }
      }
      icon="tiles"
      search={{ label: t.search, value: view.search, onChange: (next) => change({ search: next, page: null }) }}
      emptyAction={
        mayMake && (
          <Button onPress={() => void onNavigate({ path: '/configureManage/devTemplate' })}>{t.toTemplates}</Button>
        )
      }
      side={
        open && (
          <TemplatePreview
            key={open.template_id}
            shown={rows.find(({ template_id }) => template_id === open.template_id) ?? open}
            onUse={mayMake ? () => use(open) : undefined}
            onClose={() => setOpen(null)}
          />
        )
      }
    >
      {(found) => (
        <div className="library-rows">
          <LibraryCards
            label={t[whose]}
            rows={found}
            openId={open?.template_id ?? null}
            onOpen={setOpen}
            onUse={mayMake ? use : undefined}
          />
        </div>
      )}
    </ListFrame>
  )

  return (
    <div className="library">
      <div className="library-head">
        <h1>{t.title}</h1>
        {shown && !isEmpty && <span className="library-quiet">{t.counted({ count: total })}</span>}
      </div>
      <Tabs
        label={t.whose}
        tabs={WHOSE.map((id) => ({ id, label: t[id], content }))}
        selected={whose}
        onSelect={(next) => {
          setOpen(null)
          change({ of: next === 'public' ? '' : next, page: null })
        }}
      />
      {dialogState && (
        <UseDialog
          key={dialogState.round}
          template={dialogState.template}
          isOpen={dialogState.isOpen}
          onCopied={copied}
          onClose={close}
        />
      )}
      <Toasts toasts={toasts} onDismiss={() => setToasts([])} />
    </div>
  )
}
