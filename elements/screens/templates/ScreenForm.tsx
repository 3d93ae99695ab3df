import type { Screen } from '../../../core/contract/screen.ts'
import { useConnection, useText } from '../../define/index.ts'
import { NumberField } from '../../kit/NumberField.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import type { Wrong } from '../../parts/form/refusal.ts'
import { useDraft } from '../../parts/form/use-draft.ts'
import { SCREEN_SIZES, sizeId } from '../../parts/screen-sizes.ts'
import { text } from './page-text.ts'
import { check, checkScreenName, type Draft, draftOf, FIELDS, type Field, OWN } from './screen-form.ts'

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
  const { api } = useConnection()
  const form = useDraft(
    (): Draft => ({ ...draftOf('desktop'), ...(renaming && { screen_name: renaming.screen_name }) }),
    {
      fields: FIELDS,
      validate(draft): Wrong<Field> {
        if (!renaming) return check(draft, t)
        const screen_name = checkScreenName(draft.screen_name, t)
        return screen_name ? { screen_name } : {}
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
  const choose = (size: string) => {
    const [width, height] = size === OWN ? [draft.width, draft.height] : size.split('x').map(Number)
    set({ size, width: width ?? null, height: height ?? null })
  }

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
          <Select
            label={t.size}
            options={[
              ...SCREEN_SIZES[draft.variant].map((size) => ({
                id: sizeId(size),
                label: size.join(' × '),
              })),
              { id: OWN, label: t.ownSize },
            ]}
            value={draft.size}
            onChange={choose}
            error={draft.size === OWN ? undefined : (wrong.width ?? wrong.height)}
          />
          {draft.size === OWN && (
            <div className="template-pair">
              <NumberField
                label={t.width}
                value={draft.width}
                onChange={(width) => set({ width })}
                decimals={0}
                unit="px"
                error={wrong.width}
              />
              <NumberField
                label={t.height}
                value={draft.height}
                onChange={(height) => set({ height })}
                decimals={0}
                unit="px"
                error={wrong.height}
              />
            </div>
          )}
        </>
      )}
    </EntityForm>
  )
}
