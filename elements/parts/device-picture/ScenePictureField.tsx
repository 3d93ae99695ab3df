import { useEffect, useRef, useState } from 'react'
import type { DeviceDetail } from '../../../core/contract/device.ts'
import { devicePicture } from '../../../core/stores/collections/device-picture.ts'
import { useText } from '../../define/index.ts'
import { PictureField } from '../picture-field/PictureField.tsx'
import { scaledPicture } from '../picture-field/scaled-picture.ts'
import { useCollection } from '../use-collection.ts'
import { text } from './text.ts'

/** A picture that is not sent yet; `url` shows it, and no two have the same. */
export interface ChosenPicture {
  url: string
  blob: Blob
}

interface ScenePictureFieldProps {
  device: Pick<DeviceDetail, 'sn_code'>
  /** The tag of the one that the device has, a chosen one, or none. */
  value: string | ChosenPicture | null
  onChange: (value: ChosenPicture | null) => void
  error: string | undefined
}

/** The scene picture in a device's form: it counts when the form is saved. */
export function ScenePictureField({ device: { sn_code }, value, onChange, error }: ScenePictureFieldProps) {
  const t = useText(text)
  const stored = useCollection(devicePicture, typeof value === 'string' ? { sn_code, picture_tag: value } : null)
  const [wrong, setWrong] = useState<string>()
  const [isPending, setPending] = useState(false)
  const made = useRef<string[]>([])
  useEffect(() => {
    const urls = made.current
    return () => {
      for (const url of urls) URL.revokeObjectURL(url)
    }
  }, [])

  async function choose(file: File) {
    setPending(true)
    const blob = await scaledPicture(file)
    setPending(false)
    setWrong(blob ? undefined : t.unreadable)
    if (!blob) return
    const url = URL.createObjectURL(blob)
    made.current.push(url)
    onChange({ url, blob })
  }

  return (
    <PictureField
      name={t.picture}
      help={t.pictureHelp}
      error={wrong ?? error ?? (stored.failure ? t.unavailable : undefined)}
      src={typeof value === 'string' ? (stored.data ?? '') : (value?.url ?? null)}
      accept="image/png,image/jpeg,image/webp"
      isPending={isPending}
      onFile={(file) => void choose(file)}
      onRemove={() => {
        setWrong(undefined)
        onChange(null)
      }}
    />
  )
}
