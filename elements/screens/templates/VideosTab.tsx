import { useMemo } from 'react'
import type { VideoSetting } from '../../../core/contract/template.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { Table } from '../../kit/table/Table.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { text } from './page-text.ts'
import type { PartProps } from './part.ts'
import { useTemplates } from './templates-context.ts'
import { useListChanges } from './use-list-changes.ts'
import { VideoForm } from './VideoForm.tsx'
import { KIND_NAMES, MOST_VIDEOS } from './video-form.ts'

type Row = VideoSetting & { at: number }

export function VideosTab(props: PartProps) {
  const { template, mayEdit } = props
  const t = useText(text)
  const { api } = useConnection()
  const { done } = useTemplates()
  const { template_id, videos } = template
  const changes = useListChanges<VideoSetting>(props, {
    rows: videos,
    write: (next) => api.template.edit({ template_id, videos: [...next] }),
  })
  const { open, show } = changes
  const rows = useMemo((): Row[] => videos.map((video, at) => ({ ...video, at })), [videos])
  const columns = useMemo(
    (): Column<Row>[] => [
      {
        id: 'name',
        title: t.videoName,
        value: ({ name }) => name,
        cell: ({ name }) => <strong>{name}</strong>,
        width: 150,
        isFixed: true,
      },
      { id: 'kind', title: t.kind, value: ({ kind }) => KIND_NAMES[kind], width: 150, grow: 0, narrow: null },
      { id: 'url', title: t.url, value: ({ url }) => url, cell: ({ url }) => <span title={url}>{url}</span>, grow: 3 },
    ],
    [t],
  )
  const create = mayEdit && (
    <Button
      look={rows.length === 0 ? 'primary' : 'secondary'}
      icon="plus"
      isDisabled={rows.length >= MOST_VIDEOS}
      onPress={() => show('new')}
    >
      {t.newVideo}
    </Button>
  )
  const editing = typeof open === 'number' ? (videos[open] ?? null) : null
  return (
    <>
      <ListPage
        actions={
          rows.length > 0 &&
          mayEdit && (
            <>
              {rows.length >= MOST_VIDEOS && <span className="template-quiet">{t.videoFull}</span>}
              {create}
            </>
          )
        }
        side={
          (open === 'new' || editing) && (
            <VideoForm
              key={open}
              editing={editing}
              index={typeof open === 'number' ? open : videos.length}
              others={videos.filter((_, at) => at !== open).map(({ name }) => name)}
              onUnsaved={changes.onUnsaved}
              onClose={() => show(null)}
              onDelete={
                typeof open === 'number' && editing
                  ? () => void changes.remove(open, t.videoDeleted({ name: editing.name }))
                  : undefined
              }
              onSend={changes.put}
              onDone={({ name }) => {
                changes.close()
                done(t.videoSaved({ name }))
              }}
            />
          )
        }
      >
        {rows.length === 0 ? (
          <div className="template-empty">
            <EmptyState icon="play" title={t.noVideos} explanation={t.noVideosWhy} action={create} />
          </div>
        ) : (
          <Table
            label={t.videos}
            columns={columns}
            rows={rows}
            rowId={({ at }) => String(at)}
            {...(mayEdit && {
              onRowOpen: ({ at }: Row) => show(at),
              openId: typeof open === 'number' ? String(open) : null,
            })}
          />
        )}
      </ListPage>
      {changes.dialog}
    </>
  )
}
