import { useState } from 'react'
import type { Screen } from '../../../../core/contract/screen.ts'
import { useConnection, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Select } from '../../../kit/Select.tsx'
import { TextField } from '../../../kit/TextField.tsx'
import { EntityForm } from '../../../parts/form/EntityForm.tsx'
import { useDraft } from '../../../parts/form/use-draft.ts'
import { SCREEN_SIZES, sizeId } from '../../../parts/screen-size/screen-sizes.ts'
import { text } from './text.ts'

type Variant = Screen['variant']

interface NewScreenProps {
  template_id: number
  onMade: (screen: Screen) => void
}

/** Opens the form of a new screen. */
export function NewScreenButton(props: NewScreenProps) {
  const t = useText(text)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="primary" icon="plus" onPress={() => setOpen(true)}>
        {t.add}
      </Button>
      {isOpen && <NewScreen {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

export function NewScreen({ template_id, onMade, onClose }: NewScreenProps & { onClose: () => void }) {
  const t = useText(text)
  const { api } = useConnection()
  const form = useDraft(
    { screen_name: '', variant: 'desktop' as Variant, size: sizeId(SCREEN_SIZES.desktop[0]) },
    {
      validate: ({ screen_name }): { screen_name?: string } =>
        screen_name.trim() === '' ? { screen_name: t.nameMissing } : {},
      async send({ screen_name, variant, size }) {
        const [width, height] = size.split('x').map(Number) as [number, number]
        onMade(await api.screen.create({ template_id, screen_name: screen_name.trim(), variant, width, height }))
        onClose()
      },
    },
  )
  const { draft, set, wrong } = form
  return (
    <EntityForm
      title={t.add}
      form={form}
      onClose={onClose}
      saveLabel={t.create}
      dialog={{ isOpen: true, isKeptOpen: true }}
    >
      <TextField
        label={t.name}
        help={t.nameHelp}
        value={draft.screen_name}
        onChange={(screen_name) => set({ screen_name })}
        maxLength={32}
        error={wrong.screen_name}
        isRequired
        isAutoFocus
      />
      <Select<Variant>
        label={t.variant}
        options={(['desktop', 'mobile'] as const).map((id) => ({ id, label: t[id] }))}
        value={draft.variant}
        onChange={(variant) => set({ variant, size: sizeId(SCREEN_SIZES[variant][0]) })}
      />
      <Select
        label={t.size}
        options={SCREEN_SIZES[draft.variant].map((one) => ({ id: sizeId(one), label: `${one[0]} × ${one[1]}` }))}
        value={draft.size}
        onChange={(size) => set({ size })}
      />
    </EntityForm>
  )
}
