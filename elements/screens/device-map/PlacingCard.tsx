import { useState } from 'react'
import { words } from '../../../core/text/words.ts'
import { useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Foot } from '../../kit/Foot.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { findPlaces, readPlace } from '../../parts/map/find-places.ts'
import type { Place } from '../../parts/map/map-view.ts'
import { text } from './text.ts'

/** Decimals of a degree: a metre. */
const DECIMALS = 5

interface PlacingCardProps {
  name: string
  place: Place
  isPending: boolean
  onMove: (place: Place) => void
  /** Brings a place that was found into view. */
  onShow: (place: Place, worldPx: number) => void
  onSave: () => void
  /** Null where it has no position to take away. */
  onRemove: (() => void) | null
  onCancel: () => void
}

/** A device that is being placed: its pin is dragged on the map, or its coordinates are typed here. */
export default function PlacingCard(props: PlacingCardProps) {
  const { name, place, isPending, onMove, onShow, onSave, onRemove, onCancel } = props
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
      <FindPlace
        onFound={(place, worldPx) => {
          onMove(place)
          onShow(place, worldPx)
        }}
      />
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

/** So many are offered. */
const OFFERED = 5
/** As near as coordinates are shown that were pasted: a part of a town. */
const PASTED_PX = 2 ** 20

/** Leads to a place by its name, or by coordinates from another map. */
function FindPlace({ onFound }: { onFound: (place: Place, worldPx: number) => void }) {
  const t = useText(text)
  const { lang } = useElement()
  const [search, setSearch] = useState('')
  const pasted = readPlace(search)
  const found = pasted ? [] : findPlaces(search, OFFERED)
  const take = (place: Place, worldPx: number) => {
    onFound(place, worldPx)
    setSearch('')
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the field is for what it found, not for the form
    <div
      className="stack"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        const [first] = found
        if (pasted) take(pasted, PASTED_PX)
        else if (first) take(first.place, first.worldPx)
      }}
    >
      <TextField
        label={t.findPlace}
        help={t.findPlaceHelp}
        name="find_place"
        value={search}
        onChange={setSearch}
        maxLength={120}
        autoComplete="off"
      />
      {pasted && (
        <Button look="plain" icon="map-pin" onPress={() => take(pasted, PASTED_PX)}>
          {pasted.join(', ')}
        </Button>
      )}
      {found.length > 0 && (
        <ul className="place-found" aria-label={t.foundPlaces}>
          {found.map(({ place, worldPx, ...name }) => (
            <li key={`${name.en} ${place.join()}`}>
              <Button look="plain" icon="map-pin" onPress={() => take(place, worldPx)}>
                {name[lang]}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {search.trim() !== '' && !pasted && found.length === 0 && (
        <p className="place-note" role="status">
          {t.notFound}
        </p>
      )}
    </div>
  )
}
