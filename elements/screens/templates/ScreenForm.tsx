import type { Screen } from '../../../core/contract/screen.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import type { Wrong } from '../../parts/form/refusal.ts'
import { useDraft } from '../../parts/form/use-draft.ts'
import { SizeFields } from '../../parts/screen-size/SizeFields.tsx'
import { SCREEN_SIZES } from '../../parts/screen-size/screen-sizes.ts'
import { checkSize } from '../../parts/screen-size/size-draft.ts'
import { text as sizeText } from '../../parts/screen-size/text.ts'
import { text } from './page-text.ts'
import { checkScreenName, type Draft, draftOf, FIELDS, type Field } from './screen-form.ts'

interface ScreenFormProps {
  template_id: number
  /** To be renamed; null for a new one. */
  renaming: Screen | null
  isOpen: boolean
  onClose: () => void
  onDone: (screen: Screen) => void
}

/** A new screen, or another name of one. */
export function ScreenForm({ template_id, renaming, isOpen, onClose, onDone }: ScreenFormProps) {
  const t = useText(text)
  const sizes = useText(sizeText)
  const { api } = useConnection()
  const form = useDraft(
    (): Draft => ({ ...draftOf('desktop'), ...(renaming && { screen_name: renaming.screen_name }) }),
    {
      fields: FIELDS,
      validate(draft): Wrong<Field> {
        const screen_name = checkScreenName(draft.screen_name, t)
        return { ...(screen_name && { screen_name }), ...(!renaming && checkSize(draft, sizes)) }
      },
      async send({ variant, width, height, ...draft }) {
        const screen_name = draft.screen_name.trim()
        const size = width && height ? { width, height } : {}
        onDone(
          await (renaming
            ? api.screen.edit({ screen_id: renaming.screen_id, screen_name })
            : api.screen.create({ template_id, screen_name, variant, ...size })),
        )
      },
      fieldOf: { 115001: 'screen_name' },
    },
  )
  const { draft, set, wrong } = form

  return (
    <EntityForm
      title={renaming ? t.renameTitle({ name: renaming.screen_name }) : t.newScreen}
      form={form}
      onClose={onClose}
      {...(!renaming && { saveLabel: t.makeScreen })}
      dialog={{ isOpen, isKeptOpen: draft.screen_name !== (renaming?.screen_name ?? '') }}
    >
      <TextField
        label={t.screen_name}
        name="screen_name"
        value={draft.screen_name}
        onChange={(screen_name) => set({ screen_name })}
        error={wrong.screen_name}
        autoComplete="off"
        isRequired
        isAutoFocus
      />
      {!renaming && (
        <>
          <Select<Screen['variant']>
            label={t.variant}
            options={[
              { id: 'desktop', label: t.desktop },
              { id: 'mobile', label: t.mobile },
            ]}
            value={draft.variant}
            onChange={(variant) => set({ ...draftOf(variant), screen_name: draft.screen_name })}
            error={wrong.variant}
          />
          <SizeFields sizes={SCREEN_SIZES[draft.variant]} draft={draft} wrong={wrong} onChange={set} />
        </>
      )}
    </EntityForm>
  )
}
