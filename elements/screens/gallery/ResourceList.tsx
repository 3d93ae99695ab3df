import { useEffect, useEffectEvent, useState } from 'react'
import type { Resource, ResourceType } from '../../../core/contract/resource.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { PausedSearch } from '../../kit/PausedSearch.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { ListPages } from '../../parts/list/ListPages.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { useCall } from '../../parts/use-call.ts'
import { usePagingOf, useTurnBack } from '../../parts/use-paging.ts'
import type { useUnsaved } from '../../parts/use-unsaved.tsx'
import type { GalleryView } from './api.ts'
import { Categories } from './Categories.tsx'
import { isUpload } from './file-checks.ts'
import { GalleryCards } from './GalleryCards.tsx'
import { ResourcePanel } from './ResourcePanel.tsx'
import { text } from './text.ts'
import { UploadPanel } from './UploadPanel.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { useUpload } from './use-upload.ts'

interface ResourceListProps {
  type: ResourceType
  view: GalleryView
  change: (part: Partial<GalleryView>) => void
  unsaved: ReturnType<typeof useUnsaved>
  quota: { used: number; limit: number | null } | null
  onTotal: (total: number | null) => void
  /** The used space is another now. */
  onChanged: () => void
  done: (said: string) => void
}

type Side = { kind: 'upload' } | { kind: 'resource'; resource: Resource } | null

/** What there is of one kind, by its looks; what is dropped on it is uploaded. */
export function ResourceList({ type, view, change, unsaved, quota, onTotal, onChanged, done }: ResourceListProps) {
  const t = useText(text)
  const { api } = useConnection()
  const paging = usePagingOf(view.page, (next) => change({ page: next }))
  const [side, setSide] = useState<Side>(null)
  const wanted = view.search.trim().slice(0, 64)
  const called = useCall(api.resource.list, {
    page: paging.page,
    page_size: paging.page_size,
    resource_type: type,
    ...(view.category !== null && { category_id: view.category }),
    ...(wanted && { search: wanted }),
  })
  const listed = useCall(api.resource.categories, { resource_type: type })
  const categories = listed.data ?? listed.last ?? []
  const { data, last, failure } = called
  const shown = data ?? last
  const isFiltered = wanted !== '' || view.category !== null
  const isEmpty = shown?.total === 0 && !isFiltered
  const total = shown?.total ?? null
  const refresh = () => {
    called.reload()
    listed.reload()
    onChanged()
  }
  const upload = useUpload(isUpload(type) ? type : 'picture', ({ count, name, isAll }) => {
    done(count === 1 ? t.sentOne({ name }) : t.sent({ count }))
    if (isAll) {
      unsaved.setUnsaved(false)
      setSide(null)
    }
    refresh()
  })
  const { setUnsaved, leave } = unsaved
  const show = (next: Side) => leave(() => setSide(next))
  const tellTotal = useEffectEvent(onTotal)
  useEffect(() => {
    tellTotal(total)
    return () => tellTotal(null)
  }, [total])

  const hasFiles = upload.items.length > 0
  const isUploading = side?.kind === 'upload'
  useEffect(() => {
    if (isUploading) setUnsaved(hasFiles)
  }, [isUploading, hasFiles, setUnsaved])
  useTurnBack(called, paging)

  const openUpload = () => {
    if (isUploading) return
    leave(() => {
      upload.clear()
      upload.setCategory(view.category)
      setSide({ kind: 'upload' })
    })
  }
  const { isOver, area } = useFileDrop(
    isUpload(type)
      ? (files) => {
          if (isUploading) return upload.add(files)
          leave(() => {
            upload.clear()
            upload.setCategory(view.category)
            setSide({ kind: 'upload' })
            upload.add(files)
          })
        }
      : null,
  )

  const uploadButton = isUpload(type) && (
    <Button look="primary" icon="upload" onPress={openUpload}>
      {t[`upload_${type}`]}
    </Button>
  )

  function panel() {
    if (side?.kind === 'upload')
      return (
        <UploadPanel
          upload={upload}
          categories={categories}
          left={quota && quota.limit !== null ? quota.limit - quota.used : null}
          onClose={() => show(null)}
        />
      )
    if (side?.kind !== 'resource') return null
    const { resource_id } = side.resource
    const current = shown?.rows.find((row) => row.resource_id === resource_id) ?? side.resource
    const finish = (said: string) => {
      setUnsaved(false)
      setSide(null)
      done(said)
      refresh()
    }
    return (
      <ResourcePanel
        key={resource_id}
        resource={current}
        categories={categories}
        onUnsaved={setUnsaved}
        onSaved={(name) => finish(t.saved({ name }))}
        onDeleted={(name) => finish(t.deleted({ name }))}
        onClose={() => show(null)}
      />
    )
  }

  const list = () => {
    if (!shown)
      return failure ? (
        <Failure failure={failure} onRetry={called.reload} />
      ) : (
        <>
          <LoadingState />
          <Skeleton rows={8} />
        </>
      )
    if (isEmpty)
      return (
        <EmptyElement
          icon="image"
          title={t[`empty_${type}`]}
          explanation={t[`emptyWhy_${type}`]}
          action={uploadButton}
        />
      )
    if (shown.total === 0)
      return (
        <EmptyElement
          icon="search"
          title={t.noMatch}
          explanation={t.noMatchWhy}
          action={<Button onPress={() => change({ search: '', category: null, page: null })}>{t.clear}</Button>}
        />
      )
    return (
      <div className="gallery-scroll">
        <GalleryCards
          label={t[type]}
          rows={shown.rows}
          openId={side?.kind === 'resource' ? side.resource.resource_id : null}
          onOpen={(resource) => show({ kind: 'resource', resource })}
        />
      </div>
    )
  }

  return (
    <div className="gallery-area" {...area}>
      <ListPage
        filters={
          shown !== null &&
          !isEmpty && (
            <PausedSearch label={t.search} value={view.search} onChange={(search) => change({ search, page: null })} />
          )
        }
        actions={shown !== null && !isEmpty && uploadButton}
        side={panel()}
        isStale={called.isLoading && data === null && last !== null}
        pagination={<ListPages paging={paging} total={shown?.total} />}
      >
        <StaleNote called={called} />
        {shown !== null && (!isEmpty || categories.length > 0) && (
          <Categories
            type={type}
            categories={categories}
            chosen={view.category}
            onChoose={(category) => change({ category, page: null })}
            onDone={(said) => {
              done(said)
              listed.reload()
            }}
          />
        )}
        {list()}
      </ListPage>
      {isOver && (
        <div className="gallery-over" aria-hidden>
          {t.drop}
        </div>
      )}
    </div>
  )
}
