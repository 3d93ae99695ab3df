import { useState } from 'react'
import type { Template } from '../../../core/contract/template.ts'
import { type ElementProps, useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { PausedSearch } from '../../kit/PausedSearch.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { type ToastItem, Toasts } from '../../kit/Toasts.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { ListPages } from '../../parts/list/ListPages.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCall } from '../../parts/use-call.ts'
import { usePagingOf, useTurnBack } from '../../parts/use-paging.ts'
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
  const paging = usePagingOf(view.page, (next) => change({ page: next }))
  const [open, setOpen] = useState<Template | null>(null)
  const [dialogState, setDialogState] = useState<DialogState | null>(null)
  const [toasts, setToasts] = useState<readonly ToastItem[]>([])
  const whose = WHOSE.find((known) => known === view.of) ?? 'public'
  const wanted = view.search.trim().slice(0, 64)
  const called = useCall(api.template.list, {
    page: paging.page,
    page_size: paging.page_size,
    of: whose,
    ...(wanted && { search: wanted }),
  })
  const { data, last, failure, reload } = called
  const shown = data ?? last
  const isEmpty = shown?.total === 0 && !wanted

  useTurnBack(called, paging)

  const use = (template: Template) =>
    setDialogState((before) => ({ template, isOpen: true, round: (before?.round ?? 0) + 1 }))
  const close = () => setDialogState((before) => before && { ...before, isOpen: false })
  const copied = (template_id: number, name: string) => {
    close()
    const path = `/configureManage/devTemplate?template=${template_id}`
    const action = { label: t.open, run: () => void onNavigate({ path }) }
    setToasts([{ id: template_id, type: 'success', text: t.copied({ name }), action }])
  }

  const list = () => {
    if (!shown)
      return failure ? (
        <Failure failure={failure} onRetry={reload} />
      ) : (
        <>
          <LoadingState />
          <Skeleton rows={8} />
        </>
      )
    if (isEmpty)
      return (
        <EmptyElement
          icon="tiles"
          title={whose === 'public' ? t.emptyPublic : t.emptyShared}
          explanation={whose === 'public' ? t.emptyPublicWhy : t.emptySharedWhy}
          action={
            mayMake && (
              <Button onPress={() => void onNavigate({ path: '/configureManage/devTemplate' })}>{t.toTemplates}</Button>
            )
          }
        />
      )
    if (shown.total === 0)
      return (
        <EmptyElement
          icon="search"
          title={t.noMatch}
          explanation={t.noMatchWhy}
          action={<Button onPress={() => change({ search: '', page: null })}>{t.clear}</Button>}
        />
      )
    return (
      <div className="library-rows">
        <LibraryCards
          label={t[whose]}
          rows={shown.rows}
          openId={open?.template_id ?? null}
          onOpen={setOpen}
          onUse={mayMake ? use : undefined}
        />
      </div>
    )
  }

  const content = () => (
    <ListPage
      filters={
        !isEmpty && (
          <PausedSearch
            label={t.search}
            value={view.search}
            onChange={(next) => change({ search: next, page: null })}
          />
        )
      }
      side={
        open && (
          <TemplatePreview
            key={open.template_id}
            shown={shown?.rows.find(({ template_id }) => template_id === open.template_id) ?? open}
            onUse={mayMake ? () => use(open) : undefined}
            onClose={() => setOpen(null)}
          />
        )
      }
      isStale={called.isLoading && data === null && last !== null}
      pagination={<ListPages paging={paging} total={shown?.total} />}
    >
      <StaleNote called={called} />
      {list()}
    </ListPage>
  )

  return (
    <div className="library">
      <div className="library-head">
        <h1>{t.title}</h1>
        {shown && !isEmpty && <span className="library-quiet">{t.counted({ count: shown.total })}</span>}
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
