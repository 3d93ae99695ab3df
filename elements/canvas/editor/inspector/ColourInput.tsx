import { useId, useState } from 'react'
import { ALARM_LEVELS } from '../../../../core/catalogue/limits.ts'
import { useText } from '../../../define/index.ts'
import { Colour } from '../../../kinds/property-schema.ts'
import { Button } from '../../../kit/Button.tsx'
import { FieldFrame } from '../../../kit/Field.tsx'
import { Popover } from '../../../kit/Popover.tsx'
import { useEditor } from '../editor-context.ts'
import type { Words } from './faults.ts'
import { TextInput } from './TextInput.tsx'
import { text } from './text.ts'

interface ColourInputProps {
  label: string
  value: string
  isMixed?: boolean
  isDisabled?: boolean
  /** A colour is needed: a page has no "none". */
  isNeeded?: boolean
  onChange: (value: string) => void
}

const isColour = (value: string) => Colour.safeParse(value).success

/** Roles of the theme that a drawing may use, in the order of the chooser. */
const rolesOf = (t: Words): readonly (readonly (readonly [role: string, name: string])[])[] => [
  [
    ...[1, 2, 3].map((count) => [`text-${count}`, t.c_text({ count })] as const),
    ['line-strong', t.c_lineStrong],
    ['line', t.c_line],
    ...[0, 1, 2, 3].map((count) => [`surface-${count}`, t.c_surface({ count })] as const),
  ],
  [
    ['accent', t.c_accent],
    ['state-online', t.c_online],
    ['state-offline', t.c_offline],
    ['state-faulty', t.c_faulty],
    ['state-stale', t.c_stale],
    ...ALARM_LEVELS.map((level) => [`alarm-${level}`, t[`c_alarm_${level}`]] as const),
  ],
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((count) => [`series-${count}`, t.c_series({ count })] as const),
]

const TOKEN = /^var\(--sg-([a-z\d-]+)\)$/

/** A colour as people read it: a role of the theme by its name, else as it is written. */
export function colourName(value: string, t: Words): string {
  if (value === '') return t.noColour
  const role = TOKEN.exec(value)?.[1]
  return (
    rolesOf(t)
      .flat()
      .find(([own]) => own === role)?.[1] ?? value
  )
}

/** The theme's colours first: they follow light and dark. */
export function ColourInput({ label, value, isMixed = false, isDisabled = false, ...rest }: ColourInputProps) {
  const t = useText(text)
  const id = useId()
  const { look } = useEditor()
  return (
    <div className="field colour-field">
      <FieldFrame label={label} isLabelHidden describedBy={`${id}-help`}>
        <Popover
          label={t.chooseColour({ name: label })}
          trigger={
            <Button look="plain" isDisabled={isDisabled}>
              <span className="colour-shown">
                <Swatch colour={isMixed ? '' : look.colour(value)} />
                <span className="colour-name">{isMixed ? t.mixed : colourName(value, t)}</span>
                <span className="sg-hidden-visually">{label}</span>
              </span>
            </Button>
          }
        >
          {(close) => <Chooser value={isMixed ? null : value} onClose={close} {...rest} />}
        </Popover>
      </FieldFrame>
    </div>
  )
}

function Swatch({ colour }: { colour: string }) {
  const isNone = colour === '' || colour === 'transparent'
  return <span className="swatch" data-none={isNone || undefined} style={isNone ? {} : { background: colour }} />
}

interface ChooserProps {
  value: string | null
  isNeeded?: boolean
  onChange: (value: string) => void
  onClose: () => void
}

function Chooser({ value, isNeeded = false, onChange, onClose }: ChooserProps) {
  const t = useText(text)
  const { look } = useEditor()
  const own = value !== null && !TOKEN.test(value) ? value : ''
  const [hex, setHex] = useState(() => hexOf(value === null ? '' : look.colour(value)))
  const choose = (next: string) => {
    onChange(next)
    onClose()
  }
  return (
    <div className="colours">
      <h4 className="colours-title">{t.themeColours}</h4>
      {rolesOf(t).map((row) => (
        <div key={row[0]?.[0]} className="colours-row">
          {row.map(([role, name]) => {
            const named = `var(--sg-${role})`
            return (
              <button
                key={role}
                type="button"
                className="colours-one"
                aria-label={name}
                title={name}
                aria-pressed={value === named}
                onClick={() => choose(named)}
              >
                <Swatch colour={look.colour(named)} />
              </button>
            )
          })}
        </div>
      ))}
      <p className="colours-why">{t.themeWhy}</p>
      <h4 className="colours-title">{t.ownColour}</h4>
      <div className="colours-own">
        <input
          type="color"
          aria-label={t.pickColour}
          value={hex}
          onChange={(event) => {
            setHex(event.target.value)
            onChange(event.target.value)
          }}
        />
        <TextInput
          label={t.ownColour}
          value={own}
          placeholder="#3366cc"
          fault={(typed) => (typed.trim() !== '' && !isColour(typed.trim()) ? t.notColour : null)}
          onChange={(typed) => typed.trim() !== '' && onChange(typed.trim())}
        />
        {!isNeeded && <Button onPress={() => choose('')}>{t.noColour}</Button>}
      </div>
    </div>
  )
}

/** What the browser's own chooser takes. */
function hexOf(colour: string): string {
  if (/^#[\da-f]{6}$/i.test(colour)) return colour
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(colour)
  return short ? `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}` : `#${'888888'}`
}
