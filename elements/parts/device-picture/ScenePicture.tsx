import { useState } from 'react'
import { devicePicture } from '../../../core/stores/collections/device-picture.ts'
import { words } from '../../../core/text/words.ts'
import { useSheet, useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { useCollection } from '../use-collection.ts'
import sheet from './device-picture.css?sheet'
import { text } from './text.ts'

interface ScenePictureProps {
  sn_code: string
  dev_alias: string
  picture_tag: string
}

/** The scene picture of a device, as large as its place; a press opens it large. */
export function ScenePicture({ sn_code, dev_alias, picture_tag }: ScenePictureProps) {
  useSheet(sheet)
  const t = { ...useText(words), ...useText(text) }
  const { data, failure, reload } = useCollection(devicePicture, { sn_code, picture_tag })
  const [isOpen, setOpen] = useState(false)
  const name = t.pictureOf({ name: dev_alias })
  if (!data)
    return (
      <div className={failure ? 'scene-picture scene-picture-failed' : 'scene-picture'} aria-busy={!failure}>
        {failure && (
          <>
            {t.unavailable}
            <IconButton icon="refresh" label={t.retry} onPress={reload} />
          </>
        )}
      </div>
    )
  return (
    <>
      <button type="button" className="scene-picture" title={t.enlarge} onClick={() => setOpen(true)}>
        <img src={data} alt={name} />
      </button>
      <Dialog title={name} isOpen={isOpen} onClose={() => setOpen(false)} size="large">
        <img className="scene-picture-large" src={data} alt={name} />
      </Dialog>
    </>
  )
}
