import { useEffect, useState } from 'react'
import type { VideoSetting } from '../../../core/contract/template.ts'
import { words } from '../../../core/text/words.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { SendForm } from '../../parts/form/SendForm.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { text } from './page-text.ts'
import { draftOf, FIELDS, type Field, judge, KIND_NAMES, KINDS, kindOf } from './video-form.ts'

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
  const { cancel, save } = useText(words)
  const [first] = useState(() => draftOf(editing))
  const [draft, setDraft] = useState(first)
  const sending = useSending<string>([...FIELDS, ...FIELDS.map((field) => `videos.${index}.${field}`)])
  const { judge: isFine, send, isPending } = sending
  const wrong = (field: Field) => sending.wrong[field] ?? sending.wrong[`videos.${index}.${field}`]
  const set = (part: Partial<VideoSetting>) => setDraft((before) => ({ ...before, ...part }))

  const isUnsaved = JSON.stringify(first) !== JSON.stringify(draft)
  useEffect(() => {
    onUnsaved(isUnsaved)
    return () => onUnsaved(false)
  }, [onUnsaved, isUnsaved])

  async function submit() {
    if (!isFine(judge(draft, others, t))) return
    const video = { name: draft.name.trim(), kind: draft.kind, url: draft.url.trim() }
    if (await send(() => onSend(video))) onDone(video)
  }

  const title = editing ? editing.name : t.newVideo
  return (
    <SidePanel title={title} onClose={onClose}>
      <SendForm
        label={title}
        sending={sending}
        onSubmit={() => void submit()}
        actions={
          <>
            <Button look="primary" type="submit" isPending={isPending}>
              {editing ? save : t.makeVideo}
            </Button>
            <Button onPress={onClose}>{cancel}</Button>
            {onDelete && (
              <Button look="danger" onPress={onDelete}>
                {t.deleteVideo}
              </Button>
            )}
          </>
        }
      >
        <TextField
          label={t.videoName}
          name="name"
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
      </SendForm>
    </SidePanel>
  )
}
