import { useId, useRef, useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { type PictureKind, picturePath } from '../../../core/contract/organisation-settings.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { FieldFrame } from '../../kit/Field.tsx'
import { base64Of } from '../../parts/base64.ts'
import { refusalText } from '../../parts/form/refusal.ts'
import { text } from './text.ts'

interface PictureFieldProps {
  kind: PictureKind
  value: string | null
  onChange: (picture_id: string | null) => void
  error: string | undefined
}

const SMALL = '.png,.jpg,.jpeg,.webp,.svg,image/png,image/jpeg,image/webp,image/svg+xml'
const LARGE = '.png,.jpg,.jpeg,.webp,image/png,image/jpeg,image/webp'

/** A picture that is uploaded when it is chosen, so that the preview shows it, and counts when the form is saved. */
export function PictureField({ kind, value, onChange, error }: PictureFieldProps) {
  const t = useText(text)
  const { lang } = useElement()
  const { api, baseUrl } = useConnection()
  const id = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<string>()
  const [isPending, setPending] = useState(false)
  const isLarge = kind === 'background'
  const name = t[kind]

  async function upload(file: File) {
    const most = isLarge ? LIMITS.loginBackgroundBytes : LIMITS.smallImageBytes
    if (file.size > most) return setWrong(t.tooLarge({ most: isLarge ? '2 MB' : '100 KB' }))
    setWrong(undefined)
    setPending(true)
    try {
      const content = await base64Of(file).catch(() => null)
      if (content === null) return setWrong(t.unreadable)
      const uploaded = await api.organisationSettings.upload({ kind, file: { name: file.name, content } })
      onChange(uploaded.picture_id)
    } catch (refusal) {
      setWrong(refusalText(refusal, lang))
    } finally {
      setPending(false)
    }
  }

  const help = isLarge ? t.backgroundHelp : kind === 'logo_dark' ? t.logo_darkHelp : t.smallHelp
  return (
    <div className="field org-picture" data-wrong={(wrong ?? error) ? '' : undefined}>
      <FieldFrame label={name} help={help} error={wrong ?? error} describedBy={`${id}-help`} labelFor={{ htmlFor: id }}>
        <div className="org-picture-row">
          {value !== null && (
            <img className={`org-picture-${kind}`} src={new URL(picturePath(value), baseUrl).href} alt={name} />
          )}
          <input
            ref={chooser}
            id={id}
            className="sg-hidden-visually"
            tabIndex={-1}
            type="file"
            accept={isLarge ? LARGE : SMALL}
            aria-describedby={`${id}-help`}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              target.value = ''
              if (file) void upload(file)
            }}
          />
          <Button icon="upload" isPending={isPending} onPress={() => chooser.current?.click()}>
            {t.choose}
            <span className="sg-hidden-visually">{t.ofWhat({ name })}</span>
          </Button>
          {value !== null && <IconButton icon="trash" label={t.removeOf({ name })} onPress={() => onChange(null)} />}
        </div>
      </FieldFrame>
    </div>
  )
}
