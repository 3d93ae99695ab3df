import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../../core/contract/api-error.ts'
import type { Screen } from '../../../../core/contract/screen.ts'
import { words } from '../../../../core/text/words.ts'
import { useConnection, useElement, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { Select } from '../../../kit/Select.tsx'
import { TextField } from '../../../kit/TextField.tsx'
import { SCREEN_SIZES, sizeId } from '../../../parts/screen-sizes.ts'
import { isCallFailure } from '../../../parts/use-call.ts'
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
  const { cancel } = useText(words)
  const { lang } = useElement()
  const { api } = useConnection()
  const [name, setName] = useState('')
  const [variant, setVariant] = useState<Variant>('desktop')
  const [size, setSize] = useState(sizeId(SCREEN_SIZES.desktop[0]))
  const [wrong, setWrong] = useState('')
  const [isPending, setPending] = useState(false)

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (isPending) return
    if (name.trim() === '') return setWrong(t.nameMissing)
    setPending(true)
    setWrong('')
    const [width, height] = size.split('x').map(Number) as [number, number]
    try {
      onMade(await api.screen.create({ template_id, screen_name: name.trim(), variant, width, height }))
      onClose()
    } catch (error) {
      if (!isCallFailure(error)) throw error
      const { messageOf } = await import('../../../../core/catalogue/codes.ts')
      const said = error instanceof ApiError ? (error.fields[0]?.message ?? messageOf(error.code, lang)) : t.unreachable
      setWrong(said)
    } finally {
      setPending(false)
    }
  }
  return (
    <Dialog
      title={t.add}
      isOpen
      onClose={onClose}
      size="small"
      isKeptOpen
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button look="primary" isPending={isPending} onPress={() => void submit()}>
            {t.create}
          </Button>
        </>
      }
    >
      <form className="screen-form" onSubmit={submit} noValidate>
        <TextField
          label={t.name}
          help={t.nameHelp}
          value={name}
          onChange={setName}
          maxLength={32}
          error={wrong}
          isRequired
          isAutoFocus
        />
        <Select<Variant>
          label={t.variant}
          options={(['desktop', 'mobile'] as const).map((id) => ({ id, label: t[id] }))}
          value={variant}
          onChange={(next) => {
            setVariant(next)
            setSize(sizeId(SCREEN_SIZES[next][0]))
          }}
        />
        <Select
          label={t.size}
          options={SCREEN_SIZES[variant].map((one) => ({ id: sizeId(one), label: `${one[0]} × ${one[1]}` }))}
          value={size}
          onChange={setSize}
        />
        <button type="submit" hidden tabIndex={-1} />
      </form>
    </Dialog>
  )
}
