import { useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { type PictureKind, picturePath } from '../../../core/contract/organisation-settings.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { base64Of } from '../../parts/base64.ts'
import { refusalText } from '../../parts/form/refusal.ts'
import { PictureField } from '../../parts/picture-field/PictureField.tsx'
import { text } from './text.ts'

interface OrganisationPictureProps {
  kind: PictureKind
  value: string | null
  onChange: (picture_id: string | null) => void
  error: string | undefined
}

const SMALL = '.png,.jpg,.jpeg,.webp,.svg,image/png,image/jpeg,image/webp,image/svg+xml'
const LARGE = '.png,.jpg,.jpeg,.webp,image/png,image/jpeg,image/webp'

/** A picture that is uploaded when it is chosen, so that the preview shows it, and counts when the form is saved. */
export function OrganisationPicture({ kind, value, onChange, error }: OrganisationPictureProps) {
  const t = useText(text)
  const { lang } = useElement()
  const { api, baseUrl } = useConnection()
  const [wrong, setWrong] = useState<string>()
  const [isPending, setPending] = useState(false)
  const isLarge = kind === 'background'

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

  return (
    <PictureField
      name={t[kind]}
      help={isLarge ? t.backgroundHelp : kind === 'logo_dark' ? t.logo_darkHelp : t.smallHelp}
      error={wrong ?? error}
      src={value === null ? null : new URL(picturePath(value), baseUrl).href}
      imageClass={`org-picture-${kind}`}
      accept={isLarge ? LARGE : SMALL}
      isPending={isPending}
      onFile={(file) => void upload(file)}
      onRemove={() => onChange(null)}
    />
  )
}
