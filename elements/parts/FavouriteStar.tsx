import { useElement, useSheet, useText } from '../define/index.ts'
import { IconButton } from '../kit/Button.tsx'
import sheet from './favourite-star.css?sheet'
import { text } from './text.ts'

/** What a page says of its favourites. */
export type Favourite = 'yes' | 'no'

/** Beside the name of what a page can keep among its favourites; which they are is the page's to know. */
export function FavouriteStar({ favourite }: { favourite: Favourite }) {
  useSheet(sheet)
  const t = useText(text)
  const { emit } = useElement()
  const isOn = favourite === 'yes'
  return (
    <span className="favourite" data-on={isOn || undefined}>
      <IconButton
        icon="star"
        label={t.favourite}
        isPressed={isOn}
        onPress={() => void emit('sg-favourite', { isFavourite: !isOn })}
      />
    </span>
  )
}
