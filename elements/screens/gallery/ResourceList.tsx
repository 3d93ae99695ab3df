import { useEffect, useEffectEvent, useState } from 'react'
import type { Resource, ResourceType } from '../../../core/contract/resource.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ListFrame } from '../../parts/list/ListFrame.tsx'
import { useList } from '../../parts/list/use-list.ts'
import { useCall } from '../../parts/use-call.ts'
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
  const [side, setSide] = useState<Side>(null)
  const wanted = view.search.trim().slice(0, 64)
  const list = useList(
    api.resource.list,
    {
      resource_type: type,
      ...(view.category !== null && { category_id: view.category }),
      ...(wanted && { search: wanted }),
    },
    { rowId: ({ resource_id }) => String(resource_id), view, change },
  )
  const listed = useCall(api.resource.categories, { resource_type: type })
  const categories = listed.data ?? listed.last ?? []
  const { shown } = list
  const isFiltered = wanted !== '' || view.category !== null
  const total = shown?.total ?? null
  const refresh = () => {
    list.reload()
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

  const openUpload = (files: readonly File[] = []) => {
    if (isUploading) return upload.add(files)
    leave(() => {
      upload.clear()
      upload.setCategory(view.category)
      setSide({ kind: 'upload' })
      upload.add(files)
    })
  }
  const { isOver, area } = useFileDrop(isUpload(type) ? openUpload : null)

  const uploadButton = isUpload(type) && (
    <Button look="primary" icon="upload" onPress={() => openUpload()}>
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
    const current = list.rows.find((row) => row.resource_id === resource_id) ?? side.resource
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

  return (
    <div className="gallery-area" {...area}>
      <ListFrame
        list={list}
        words={{ empty: t[`empty_${type}`], emptyWhy: t[`emptyWhy_${type}`] }}
        icon="image"
        create={uploadButton}
        search={{ label: t.search, value: view.search, onChange: (search) => change({ search, page: null }) }}
        isFiltered={isFiltered}
        onClear={() => change({ search: '', category: null, page: null })}
        above={
          total !== null &&
          (total > 0 || isFiltered || categories.length > 0) && (
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
          )
        }
        side={panel()}
      >
        {(rows) => (
          <div className="gallery-scroll">
            <GalleryCards
              label={t[type]}
              rows={rows}
              openId={side?.kind === 'resource' ? side.resource.resource_id : null}
              onOpen={(resource) => show({ kind: 'resource', resource })}
            />
          </div>
        )}
      </ListFrame>
      {isOver && (
        <div className="gallery-over" aria-hidden>
          {t.drop}
        </div>
      )}
    </div>
  )
}
