import { WEEK_MS } from '../../../core/catalogue/durations.ts'
import type { Bulletin } from '../../../core/contract/bulletin.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Checkbox } from '../../kit/Checkbox.tsx'
import { DateTimeRange } from '../../kit/DateTimeRange.tsx'
import { Select } from '../../kit/Select.tsx'
import type { TimeRange } from '../../kit/time-range.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import { useDraft } from '../form/use-draft.ts'
import { writingText } from '../inbox/text.ts'
import { WritingFields, wrongWriting } from '../inbox/WritingFields.tsx'
import { text } from './text.ts'

type Wrong = ReturnType<typeof wrongWriting> & { until_time?: string }

interface Draft {
  title: string
  body: string
  is_pinned: boolean
  isTimed: boolean
  range: TimeRange
}

/** A bulletin as the form has it; one without an end that has not begun is offered a week. */
const draftOf = (bulletin: Bulletin | null, now: number): Draft => ({
  title: bulletin?.title ?? '',
  body: bulletin?.body ?? '',
  is_pinned: bulletin?.is_pinned ?? false,
  isTimed: bulletin !== null && (bulletin.until_time !== null || bulletin.state === 'planned'),
  range: {
    from: bulletin?.from_time ?? now,
    to: bulletin?.until_time ?? (bulletin?.from_time ?? now) + WEEK_MS,
  },
})

interface BulletinFormProps {
  /** Null for a new one. */
  bulletin: Bulletin | null
  onUnsaved: (isUnsaved: boolean) => void
  onClose: () => void
  onDone: (said: string) => void
}

/** A bulletin being written. What was typed stays when the server refuses. */
export function BulletinForm({ bulletin, onUnsaved, onClose, onDone }: BulletinFormProps) {
  const t = useText(text)
  const writing = useText(writingText)
  const { api, clock } = useConnection()
  const form = useDraft(() => draftOf(bulletin, clock.now()), {
    fields: ['title', 'body', 'until_time'],
    validate: (draft): Wrong => wrongWriting(draft, writing, true),
    async send({ title, body, is_pinned, isTimed, range }) {
      const times = isTimed
        ? { from_time: range.from, until_time: range.to }
        : // One that was not to be seen yet is shown now.
          { from_time: bulletin?.state === 'planned' ? clock.now() : null, until_time: null }
      const written = { title: title.trim(), body: body.trim(), is_pinned, ...times }
      if (bulletin) await api.bulletin.edit({ bulletin_id: bulletin.bulletin_id, ...written })
      else await api.bulletin.create(written)
      onDone(bulletin ? t.saved : t.posted)
    },
    onUnsaved,
  })
  const { draft, set, wrong } = form

  const label = bulletin ? t.edit : t.post
  return (
    <EntityForm title={label} form={form} onClose={onClose} {...(!bulletin && { saveLabel: t.publish })}>
      <WritingFields written={draft} set={set} wrong={wrong} isBodyRequired focus="title" />
      <div className="bulletin-when">
        <Select<'always' | 'range'>
          label={t.when}
          options={[
            { id: 'always', label: t.always },
            { id: 'range', label: t.inRange },
          ]}
          value={draft.isTimed ? 'range' : 'always'}
          onChange={(id) => set({ isTimed: id === 'range' })}
          error={wrong.until_time}
        />
        {draft.isTimed && (
          <DateTimeRange
            value={draft.range}
            presets={[]}
            isAhead
            onChange={({ from, to }) => set({ range: { from, to } })}
          />
        )}
      </div>
      <Checkbox isSelected={draft.is_pinned} onChange={(is_pinned) => set({ is_pinned })}>
        {t.pinLong}
      </Checkbox>
    </EntityForm>
  )
}
