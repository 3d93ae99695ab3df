import { useId, useState } from 'react'
import { useText } from '../../define/index.ts'
import { FieldFrame } from '../../kit/Field.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { text } from './text.ts'

const isHex = (written: string) => /^#[0-9a-f]{6}$/.test(written)
/** The product's own, where a chooser begins. */
const FIRST = '#0b5cb8'

interface AccentFieldProps {
  value: string | null
  onChange: (accent: string | null) => void
  error: string | undefined
}

/** The organisation's colour, written or picked; empty for the product's own. */
export function AccentField({ value, onChange, error }: AccentFieldProps) {
  const t = useText(text)
  const [written, setWritten] = useState(value ?? '')
  // What is set from elsewhere, as by a reset, is shown; what is half written stays.
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    setWritten(value ?? '')
  }
  const set = (next: string | null) => {
    setKnown(next)
    onChange(next)
  }
  return (
    <div className="org-accent">
      <TextField
        label={t.accent}
        help={t.accentHelp}
        name="accent"
        maxLength={7}
        value={written}
        onChange={(next) => {
          const hex = next.trim().toLowerCase()
          setWritten(next)
          if (hex === '' || isHex(hex)) set(hex || null)
        }}
        error={written === '' || isHex(written.trim().toLowerCase()) ? error : t.accentWrong}
      />
      <input
        type="color"
        className="org-swatch"
        aria-label={t.pick}
        value={value ?? FIRST}
        onChange={({ target }) => {
          setWritten(target.value)
          set(target.value)
        }}
      />
    </div>
  )
}

interface OwnColoursProps {
  value: readonly string[]
  onChange: (own_colours: string[]) => void
  wrongOf: (place: number) => string | undefined
  error: string | undefined
}

/** Ten colours in the order in which curves take them. */
export function OwnColours({ value, onChange, wrongOf, error }: OwnColoursProps) {
  const t = useText(text)
  const id = useId()
  const wrongs = value.flatMap((_, place) => {
    const words = wrongOf(place)
    return words ? [t.wrongColour({ place: place + 1, words })] : []
  })
  const said = [error, ...wrongs].filter(Boolean).join(' · ')
  return (
    <div className="field" data-wrong={said ? '' : undefined}>
      <FieldFrame label={t.ownPalette} help={t.ownHelp} error={said || undefined} describedBy={`${id}-help`}>
        <div className="org-colours">
          {value.map((colour, place) => (
            <input
              // biome-ignore lint/suspicious/noArrayIndexKey: a place stays a place, whatever its colour
              key={place}
              type="color"
              className="org-swatch"
              aria-label={t.colourOf({ place: place + 1 })}
              aria-invalid={wrongOf(place) !== undefined || undefined}
              aria-describedby={`${id}-help`}
              value={colour}
              onChange={({ target }) => onChange(value.map((own, at) => (at === place ? target.value : own)))}
            />
          ))}
        </div>
      </FieldFrame>
    </div>
  )
}
