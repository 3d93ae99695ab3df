import type { VideoSetting } from '../../../core/contract/template.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import type { Wrong } from '../../parts/form/refusal.ts'
import { useDraft } from '../../parts/form/use-draft.ts'
import { text } from './page-text.ts'
import { check, draftOf, FIELDS, type Field, KIND_NAMES, KINDS, kindOf } from './video-form.ts'

interface VideoFormProps {
  /** To be changed; null for a new one. */
  editing: VideoSetting | null
  /** Its place among the videos, to know its fields in a refusal. */
  index: number
  /** Names that are taken. */
  others: readonly string[]
  onUnsaved: (isUnsaved: boolean) => void
  onClose: () => void
  /** Left out for a new one. */
  onDelete?: (() => void) | undefined
  onSend: (video: VideoSetting) => Promise<unknown>
  onDone: (video: VideoSetting) => void
}

/** A stream's name and address. What was typed stays when the server refuses. */
export function VideoForm({ editing, index, others, onUnsaved, onClose, onDelete, onSend, onDone }: VideoFormProps) {
  const t = useText(text)
  const form = useDraft<VideoSetting, Wrong<string>>(() => draftOf(editing), {
    fields: [...FIELDS, ...FIELDS.map((field) => `videos.${index}.${field}`)],
    validate: (draft) => check(draft, others, t),
    async send({ name, kind, url }) {
      const video = { name: name.trim(), kind, url: url.trim() }
      if (await onSend(video)) onDone(video)
    },
    onUnsaved,
  })
  const { draft, set } = form
  const wrong = (field: Field) => form.wrong[field] ?? form.wrong[`videos.${index}.${field}`]

  const title = editing ? editing.name : t.newVideo
  return (
    <EntityForm
      title={title}
      form={form}
      onClose={onClose}
      {...(!editing && { saveLabel: t.makeVideo })}
      actions={
        onDelete && (
          <span className="row-start">
            <Button look="danger" onPress={onDelete}>
              {t.deleteVideo}
            </Button>
          </span>
        )
      }
    >
      <TextField
        label={t.videoName}
        name="name"
        isAutoFocus
        value={draft.name}
        onChange={(name) => set({ name })}
        error={wrong('name')}
        autoComplete="off"
        isRequired
      />
      <TextField
        label={t.url}
        name="url"
        type="url"
        help={t.urlHelp}
        value={draft.url}
        onChange={(url) => {
          const kind = kindOf(url)
          set({ url, ...(kind && { kind }) })
        }}
        error={wrong('url')}
        autoComplete="off"
        isRequired
      />
      <Select
        label={t.kind}
        options={KINDS.map((id) => ({ id, label: KIND_NAMES[id] }))}
        value={draft.kind}
        onChange={(kind) => set({ kind })}
        error={wrong('kind')}
      />
    </EntityForm>
  )
}
