import { type DragEvent, useRef, useState } from 'react'
import type { Resource, ResourceType } from '../../../../core/contract/resource.ts'
import { useConnection, useElement, useFormat, useText } from '../../../define/index.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { EmptyState } from '../../../kit/EmptyState.tsx'
import { SearchField } from '../../../kit/SearchField.tsx'
import { Select } from '../../../kit/Select.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { textIn } from '../../../parts/base64.ts'
import { Failure } from '../../../parts/Failure.tsx'
import { useCall } from '../../../parts/use-call.ts'
import { namesOf, startingProps } from '../../controls/control-names.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { Glyph } from '../toolbar/Glyph.tsx'
import { GalleryPicture } from './GalleryPicture.tsx'
import { kindGlyph } from './kind-glyphs.ts'
import { Tile } from './Palette.tsx'
import { text } from './text.ts'
import { useUploads } from './use-uploads.ts'

const PAGE = 100
/** px of one that is placed by a click, at most. */
const MOST_PX = 400
const TYPES: readonly ResourceType[] = ['picture', 'symbol', 'group', 'model']

/** The person's own pictures, symbols, groups and models. */
export function GalleryPanel({ onChosen }: { onChosen: () => void }) {
  const t = useText(text)
  const format = useFormat()
  const { api, clock } = useConnection()
  const { editor, kinds } = useEditor()
  const [type, setType] = useState<ResourceType>('picture')
  const [search, setSearch] = useState('')
  const [isOver, setOver] = useState(false)
  const selection = useEditorState((state) => state.selection)
  const file = useRef<HTMLInputElement>(null)
  const wanted = search.trim()
  const listed = useCall(api.resource.list, {
    resource_type: type,
    page: 1,
    page_size: PAGE,
    ...(wanted !== '' && { search: wanted }),
  })
  const uploads = useUploads((added) => {
    if (added === type) listed.reload()
    else setType(added)
  })
  const shown = listed.data ?? listed.last
  const offered = TYPES.filter((one) => one !== 'model' || kinds.has('model'))

  const onDrop = (event: DragEvent) => {
    setOver(false)
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    void uploads.send(event.dataTransfer.files)
  }
  function keepGroup() {
    const copied = editor.commands.copy()
    const frame = editor.frame()
    if (copied === null || !frame) return
    const json = JSON.stringify({ ...JSON.parse(copied), width: frame.width, height: frame.height })
    void uploads.sendGroup(t.groupName({ time: format.time(clock.now()) }), json)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files dropped here have a button as well
    <div
      className="palette"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false)}
      onDrop={onDrop}
    >
      <div className="gallery-head">
        <Select<ResourceType>
          label={t.type}
          isLabelHidden
          options={offered.map((id) => ({ id, label: t[id] }))}
          value={type}
          onChange={setType}
        />
        {type === 'group' ? (
          <Button isDisabled={selection.length === 0} onPress={keepGroup}>
            {t.keepGroup}
          </Button>
        ) : (
          type !== 'model' && (
            <Button icon="upload" onPress={() => file.current?.click()}>
              {t.upload}
            </Button>
          )
        )}
        <input
          ref={file}
          type="file"
          accept=".png,.jpg,.jpeg,.gif,.webp,.svg"
          multiple
          hidden
          aria-label={t.upload}
          onChange={(event) => {
            void uploads.send([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </div>
      <SearchField label={t.searchGallery} value={search} onChange={setSearch} />
      {uploads.waiting > 0 && (
        <p className="palette-hint" role="status">
          {t.uploading({ count: uploads.waiting })}
        </p>
      )}
      {uploads.wrong.length > 0 && (
        <ul className="gallery-wrong" role="alert">
          {uploads.wrong.map(({ name, why }) => (
            <li key={name}>
              <span>
                <strong>{name}</strong> {why}
              </span>
              <IconButton icon="close" label={t.removeNote({ name })} onPress={() => uploads.forget(name)} />
            </li>
          ))}
        </ul>
      )}
      <div className="palette-list">
        {!shown && listed.failure && <Failure failure={listed.failure} onRetry={listed.reload} />}
        {!shown && !listed.failure && <Skeleton rows={4} />}
        {shown && shown.total === 0 && (
          <EmptyState icon="image" title={t.emptyGallery} explanation={t[`empty_${type}`]} />
        )}
        <div className="palette-tiles">
          {shown?.rows.map((resource) => (
            <ResourceTile key={resource.resource_id} resource={resource} onChosen={onChosen} />
          ))}
        </div>
        {shown && shown.total > PAGE && <p className="palette-none">{t.moreThere({ count: shown.total - PAGE })}</p>}
      </div>
      {isOver && <div className="gallery-drop">{t.drop}</div>}
    </div>
  )
}

function ResourceTile({ resource, onChosen }: { resource: Resource; onChosen: () => void }) {
  const { lang } = useElement()
  const { resource_id, resource_type, resource_name, width, height } = resource
  const address = `gallery/${resource_id}`
  if (resource_type === 'group') return <GroupTile resource={resource} onChosen={onChosen} />
  const kind = resource_type
  const property = kind === 'model' ? 'model' : kind
  const scale = Math.min(1, MOST_PX / Math.max(width ?? 1, height ?? 1))
  const size = width && height ? { width: Math.round(width * scale), height: Math.round(height * scale) } : {}
  return (
    <Tile
      name={resource_name}
      control={() => ({
        kind,
        name: resource_name,
        ...size,
        props: { ...startingProps(kind, lang), [property]: address },
      })}
      onChosen={onChosen}
    >
      {kind === 'model' ? <Glyph path={kindGlyph('model')} size={20} /> : <GalleryPicture address={address} />}
    </Tile>
  )
}

/** Several controls: they are put into the middle, as if they had been copied. */
function GroupTile({ resource, onChosen }: { resource: Resource; onChosen: () => void }) {
  const t = useText(text)
  const { lang } = useElement()
  const { api, toasts } = useConnection()
  const { editor } = useEditor()
  const { resource_id, resource_name } = resource
  async function put() {
    const answer = await api.resource.content({ resource_id }, { raisesToast: true }).catch(() => null)
    const content = answer?.files[0]?.content
    if (content === undefined) return
    const { view } = editor.state()
    const at = editor.viewing.toDocument({ x: view.width / 2, y: view.height / 2 })
    if (editor.commands.paste(textIn(content), at).pasted > 0) return onChosen()
    const [zh, en] = text.rows.badGroup
    toasts.show('error', { zh, en })
  }
  return (
    <button type="button" className="palette-tile" title={resource_name} onClick={() => void put()}>
      <Glyph path={kindGlyph('group')} size={20} />
      <span className="palette-name">{resource_name || namesOf('group', lang).kind || t.group}</span>
    </button>
  )
}
