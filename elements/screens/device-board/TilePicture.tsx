import type { Device } from '../../../core/contract/device.ts'
import { devicePicture } from '../../../core/stores/collections/device-picture.ts'
import { useText } from '../../define/index.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { text } from './text.ts'

interface TilePictureProps extends Pick<Device, 'sn_code' | 'dev_alias'> {
  picture_tag: string
}

/** Nothing where it does not come: the tile has its name and values. */
export function TilePicture({ sn_code, dev_alias, picture_tag }: TilePictureProps) {
  const t = useText(text)
  const { data } = useCollection(devicePicture, { sn_code, picture_tag })
  return data && <img src={data} alt={t.pictureOf({ name: dev_alias })} />
}
