import { words } from '../../../core/text/words.ts'
import { useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Foot } from '../../kit/Foot.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import type { Place } from '../../parts/map/map-view.ts'
import { text } from './text.ts'

/** Decimals of a degree: a metre. */
const DECIMALS = 5

interface PlacingCardProps {
  name: string
  place: Place
  isPending: boolean
  onMove: (place: Place) => void
  onSave: () => void
  /** Null where it has no position to take away. */
  onRemove: (() => void) | null
  onCancel: () => void
}

/** A device that is being placed: its pin is dragged on the map, or its coordinates are typed here. */
export default function PlacingCard(props: PlacingCardProps) {
  const { name, place, isPending, onMove, onSave, onRemove, onCancel } = props
  const t = useText(text)
  const { cancel } = useText(words)
  const [lat, lng] = place
  return (
    <form
      className="place-card"
      aria-label={t.placing({ name })}
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onCancel()
      }}
    >
      <h2 className="place-card-name">{t.placing({ name })}</h2>
      <p className="place-note">{t.placingWhy}</p>
      <div className="place-fields">
        <NumberField
          label={t.lat}
          value={lat}
          min={-85}
          max={85}
          step={0.00001}
          decimals={DECIMALS}
          isAutoFocus
          onChange={(value) => value !== null && onMove([value, lng])}
        />
        <NumberField
          label={t.lng}
          value={lng}
          min={-180}
          max={180}
          step={0.00001}
          decimals={DECIMALS}
          onChange={(value) => value !== null && onMove([lat, value])}
        />
      </div>
      <Foot>
        {onRemove && (
          <Button look="plain" icon="trash" onPress={onRemove}>
            {t.remove}
          </Button>
        )}
        <Button onPress={onCancel}>{cancel}</Button>
        <Button look="primary" type="submit" isPending={isPending}>
          {t.save}
        </Button>
      </Foot>
    </form>
  )
}
