import { useEffect, useEffectEvent, useRef } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { ResourceCategory } from '../../../core/contract/resource.ts'
import { words } from '../../../core/text/words.ts'
import { useFormat, useSheet, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import layout from '../../kit/layout.css?sheet'
import { ProgressBar } from '../../kit/ProgressBar.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { ACCEPTED, sizeText } from './file-checks.ts'
import { text } from './text.ts'
import type { Upload, UploadItem } from './use-upload.ts'

interface UploadPanelProps {
  upload: Upload
  categories: readonly ResourceCategory[]
  /** Bytes that are left of the user's space; null without a limit, or while it is not known. */
  left: number | null
  onClose: () => void
}

const NONE = 'none'

/** What is about to be uploaded: names, a category, and what is wrong with which file. */
export function UploadPanel({ upload, categories, left, onClose }: UploadPanelProps) {
  useSheet(layout)
  const t = useText(text)
  const { cancel } = useText(words)
  const format = useFormat()
  const chooser = useRef<HTMLInputElement>(null)
  const { type, items, wrong, progress, readyCount, readyBytes } = upload
  const isModel = type === 'model'
  const isEmpty = items.length === 0
  // Whoever pressed “Upload” chooses files next; what was dropped is chosen already.
  const begin = useEffectEvent(() => {
    if (isEmpty) chooser.current?.click()
  })
  useEffect(() => begin(), [])
  const hasWrong = !isModel && items.some((_, at) => upload.wrongOf(at) !== null)
  return (
    <SidePanel
      title={t[`uploadTitle_${type}`]}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button
            look="primary"
            icon="upload"
            isDisabled={readyCount === 0}
            isPending={progress !== null}
            onPress={() => void upload.send()}
          >
            {isModel || readyCount === 0 ? t.send : t.sendCount({ count: readyCount })}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p className="quiet">{t[`rules_${type}`]}</p>
        <div className="gallery-drop">
          {items.length === 0 && <span>{t.dropOrChoose}</span>}
          <Button icon={items.length === 0 ? 'upload' : 'plus'} onPress={() => chooser.current?.click()}>
            {items.length === 0 ? t.chooseFiles : t.addFiles}
          </Button>
          <input
            ref={chooser}
            type="file"
            hidden
            multiple
            accept={ACCEPTED[type]}
            aria-label={t.chooseFiles}
            onChange={({ target }) => {
              upload.add([...(target.files ?? [])])
              // The same file can be chosen again.
              target.value = ''
            }}
          />
        </div>
        {isModel && items.length > 0 && (
          <TextField
            label={t.name}
            name="model_name"
            help={t.nameHelp({ most: LIMITS.pictureName })}
            value={upload.modelName}
            onChange={upload.setModelName}
            error={wrong.name}
            autoComplete="off"
            isRequired
          />
        )}
        {items.length > 0 && (
          <ul className="gallery-files" aria-label={t.files}>
            {items.map((item, at) => (
              <FileRow key={item.id} item={item} at={at} upload={upload} />
            ))}
          </ul>
        )}
        {upload.wrongAll && (
          <p className="wrong" role="alert">
            {upload.wrongAll}
          </p>
        )}
        {hasWrong && readyCount > 0 && <p className="quiet">{t.skipped}</p>}
        {items.length > 0 && (
          <Select
            label={t.category}
            options={[
              { id: NONE, label: t.noCategory },
              ...categories.map(({ category_id, category_name }) => ({
                id: String(category_id),
                label: category_name,
              })),
            ]}
            value={String(upload.category ?? NONE)}
            onChange={(id) => upload.setCategory(id === NONE ? null : Number(id))}
          />
        )}
        {left !== null && readyBytes > left && (
          <p className="callout">
            {t.noRoom({ left: sizeText(Math.max(0, left), format), needed: sizeText(readyBytes, format) })}
          </p>
        )}
        {wrong.form && (
          <p className="wrong" role="alert">
            {wrong.form}
          </p>
        )}
        {progress && (
          <p role="status" className="gallery-progress">
            {t.sending(progress)}
            <ProgressBar
              value={progress.total > 1 ? progress.done : undefined}
              max={progress.total}
              label={t.sending(progress)}
            />
          </p>
        )}
      </div>
    </SidePanel>
  )
}

function FileRow({ item, at, upload }: { item: UploadItem; at: number; upload: Upload }) {
  const t = useText(text)
  const format = useFormat()
  const { id, file, name } = item
  const wrong = upload.wrongOf(at)
  return (
    <li className="gallery-file">
      <span className="gallery-file-head">
        <span className="gallery-part-name">{file.name}</span>
        <span className="quiet">{sizeText(file.size, format)}</span>
        <IconButton icon="close" label={t.removeFile({ name: file.name })} onPress={() => upload.remove(id)} />
      </span>
      {wrong ? (
        <span className="wrong" role="alert">
          {wrong}
        </span>
      ) : (
        upload.type !== 'model' && (
          <TextField
            label={t.name}
            isLabelHidden
            name={`name-${id}`}
            value={name}
            onChange={(next) => upload.rename(id, next)}
            error={upload.wrongNameOf(at)}
            autoComplete="off"
          />
        )
      )}
    </li>
  )
}
