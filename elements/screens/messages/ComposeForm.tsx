import { useEffect, useState } from 'react'
import type { OwnNotice } from '../../../core/contract/message.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import { useSending, type Wrong } from '../../parts/form/use-sending.ts'
import { writingText } from '../../parts/inbox/text.ts'
import { WritingFields, wrongWriting } from '../../parts/inbox/WritingFields.tsx'
import { type Draft, hasTargets, isSame, keepDraft, targetsOf } from './draft.ts'
import { TargetFields } from './TargetFields.tsx'
import { composeText } from './text.ts'

const FIELDS = ['title', 'body', 'targets'] as const
type Field = (typeof FIELDS)[number]

interface ComposeFormProps {
  /** What it begins with. */
  begun: Draft
  /** As it is saved, to find what is not. */
  saved: Draft
  /** Whose kept draft it is. */
  owner: string
  onUnsaved: (isUnsaved: boolean) => void
  onClose: () => void
  onDone: (notice: OwnNotice, said: string) => void
}

/** A notice being written: kept in this tab as it is typed, until it is saved, sent or discarded. */
export function ComposeForm({ begun, saved, owner, onUnsaved, onClose, onDone }: ComposeFormProps) {
  const t = useText(composeText)
  const writing = useText(writingText)
  const { api } = useConnection()
  const [draft, setDraft] = useState(begun)
  const sending = useSending<Field>(FIELDS, { '117803': 'targets', '100014': 'targets', '202001': 'targets' })
  const { wrong, check, mend, send, isPending } = sending
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const isUnsaved = !isSame(draft, saved)
  useEffect(() => {
    onUnsaved(isUnsaved)
    keepDraft(owner, isUnsaved ? draft : null)
    return () => onUnsaved(false)
  }, [onUnsaved, owner, isUnsaved, draft])

  async function submit(isSent: boolean) {
    const found: Wrong<Field> = {
      ...wrongWriting(draft, writing),
      ...(isSent && !hasTargets(draft) && { targets: t.nobody }),
    }
    if (!check(found)) return
    const written = { title: draft.title.trim(), body: draft.body, targets: targetsOf(draft) }
    const { notice_id } = draft
    const done = await send(async () => {
      if (notice_id === null) return api.message.create({ ...written, is_sent: isSent })
      const edited = await api.message.edit({ notice_id, ...written })
      return isSent ? api.message.send({ notice_id }) : edited
    })
    if (!done) return
    keepDraft(owner, null)
    onDone(done, done.sent_time === null ? t.kept : t.sentTo({ count: done.receivers }))
  }

  const label = draft.notice_id === null ? t.compose : t.edit
  return (
    <EntityForm
      title={label}
      form={{ ...sending, submit: () => submit(true) }}
      onClose={onClose}
      saveLabel={t.send}
      saveIcon="send"
      actions={
        <span className="row-start">
          <Button isPending={isPending} onPress={() => void submit(false)}>
            {t.save}
          </Button>
        </span>
      }
    >
      {begun !== saved && <p className="messages-quiet">{t.kept_draft}</p>}
      <TargetFields
        draft={draft}
        set={(part) => {
          set(part)
          mend('targets')
        }}
        error={wrong.targets}
      />
      {/* Of an answer all is settled but what it says, which stands above what it quotes. */}
      <WritingFields written={draft} set={set} wrong={wrong} focus={begun.title === '' ? null : 'body'} />
    </EntityForm>
  )
}
