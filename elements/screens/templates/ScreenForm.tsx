import { useState } from 'react'
import type { Screen } from '../../../core/contract/screen.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import { SCREEN_SIZES, sizeId } from '../../parts/screen-sizes.ts'
import { text } from './page-text.ts'
import { type Draft, draftOf, FIELDS, type Field, judge, judgeScreenName, OWN } from './screen-form.ts'

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
  const { cancel, save } = useText(words)
  const { api } = useConnection()
  const [draft, setDraft] = useState<Draft>(() => ({
    ...draftOf('desktop'),
    ...(renaming && { screen_name: renaming.screen_name }),
  }))
  const { wrong, judge: isFine, send, isPending } = useSending<Field>(FIELDS, { 115001: 'screen_name' })
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const choose = (size: string) => {
    const [width, height] = size === OWN ? [draft.width, draft.height] : size.split('x').map(Number)
    set({ size, width: width ?? null, height: height ?? null })
  }

  async function submit() {
    const screen_name = draft.screen_name.trim()
    const nameWrong = judgeScreenName(screen_name, t)
    if (isPending || !isFine(renaming ? (nameWrong ? { screen_name: nameWrong } : {}) : judge(draft, t))) return
    const { variant, width, height } = draft

    const sent = await send(() =>
      renaming
        ? api.screen.edit({ screen_id: renaming.screen_id, screen_name })
        : api.screen.create({ template_id, screen_name, variant, ...(width && height ? { width, height } : {}) }),
    )
    if (sent) onDone(sent)
  }

  return (
    <Dialog
      title={renaming ? t.renameTitle({ name: renaming.screen_name }) : t.newScreen}
      isOpen={isOpen}
      onClose={onClose}
      size="small"
      isKeptOpen={draft.screen_name !== (renaming?.screen_name ?? '')}
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button look="primary" isPending={isPending} onPress={() => void submit()}>
            {renaming ? save : t.makeScreen}
          </Button>
        </>
      }
    >
      <form
        className="template-dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
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
        {wrong.form && (
          <p className="template-wrong" role="alert">
            {wrong.form}
          </p>
        )}
        {/* Enter in a field needs a button of this very form. */}
        <button type="submit" hidden tabIndex={-1} />
      </form>
    </Dialog>
  )
}
