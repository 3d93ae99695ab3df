import { type ReactNode, useState } from 'react'
import type { NewControl } from '../../../../core/canvas/editor-api.ts'
import { useElement, useText } from '../../../define/index.ts'
import { SearchField } from '../../../kit/SearchField.tsx'
import { categoryName, namesOf, startingProps } from '../../controls/control-names.ts'
import type { Category } from '../../controls/define-control.ts'
import { KINDS } from '../../controls/kinds.ts'
import { CATEGORIES, type LibrarySymbol, SYMBOLS, type SymbolCategory } from '../../controls/symbol/library/index.ts'
import { useNoun } from '../drawn/noun.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { dragControl } from '../stage/drops.ts'
import { Glyph } from '../toolbar/Glyph.tsx'
import { kindGlyph, kindPlace } from './kind-glyphs.ts'
import { SymbolPicture } from './SymbolPicture.tsx'
import { text } from './text.ts'
import { useUse } from './use-use.ts'

const ORDER: readonly Category[] = [
  'basic',
  'flow',
  'instrument',
  'operate',
  'trend',
  'dashboard',
  'media',
  'navigate',
  'structure',
]
/** They come by grouping, and from the library. */
const ELSEWHERE = new Set(['group', 'symbol'])
/** They lead from one screen of a template to another. */
const OF_SCREENS = new Set(['screen-link'])

/** All that can be drawn: kinds by category, then the symbols. A tile is clicked and placed, dragged, or put in the middle with Enter. */
export function Palette({ onChosen }: { onChosen: () => void }) {
  const t = useText(text)
  const { lang } = useElement()
  const { drawn } = useEditor()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const matches = (...names: string[]) => wanted === '' || names.some((name) => name.toLowerCase().includes(wanted))
  const kinds = [...KINDS.values()].filter(
    ({ kind }) =>
      !ELSEWHERE.has(kind) &&
      !(drawn.is === 'dashboard' && OF_SCREENS.has(kind)) &&
      matches(namesOf(kind, lang).kind, kind),
  )
  kinds.sort((one, other) => kindPlace(one.kind) - kindPlace(other.kind))
  const symbols = SYMBOLS.filter(({ names, id }) => matches(names.zh, names.en, id))
  return (
    <div className="palette">
      <SearchField label={t.search} value={search} onChange={setSearch} />
      <Hint />
      <div className="palette-list">
        {ORDER.map((category) => {
          const shown = kinds.filter((kind) => kind.category === category)
          if (shown.length === 0) return null
          return (
            <Section key={category} title={categoryName(category, lang)} isOpen>
              {shown.map(({ kind, defaults }) => (
                <KindTile key={kind} kind={kind} isPath={isPath(defaults)} onChosen={onChosen} />
              ))}
            </Section>
          )
        })}
        <OwnSymbols onChosen={onChosen} matches={matches} />
        {Object.entries(CATEGORIES).map(([id, names]) => {
          const shown = symbols.filter(({ category }) => category === (id as SymbolCategory))
          if (shown.length === 0) return null
          return (
            <Section key={id} title={names[lang]} count={shown.length} isOpen={wanted !== ''}>
              {shown.map((symbol) => (
                <SymbolTile key={symbol.id} symbol={symbol} onChosen={onChosen} />
              ))}
            </Section>
          )
        })}
        {kinds.length + symbols.length === 0 && <p className="palette-none">{t.none}</p>}
      </div>
    </div>
  )
}

const isPath = (defaults: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(defaults.corners) && !Object.hasOwn(defaults, 'sides')

/** What to do now, while something is being placed. */
function Hint() {
  const t = useText(text)
  const tool = useEditorState((state) => state.tool)
  if (tool.name !== 'place' && tool.name !== 'path') return null
  return (
    <p className="palette-hint" role="status">
      {tool.name === 'place' ? t.placing : t.drawing}
    </p>
  )
}

interface SectionProps {
  title: string
  count?: number
  isOpen: boolean
  children: ReactNode
}

function Section({ title, count, isOpen, children }: SectionProps) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const open = chosen ?? isOpen
  return (
    <details className="palette-section" open={open} onToggle={(event) => setChosen(event.currentTarget.open)}>
      <summary>
        {title}
        {count !== undefined && <span className="palette-count">{count}</span>}
      </summary>
      {/* Closed ones have no pictures to draw. */}
      {open && <div className="palette-tiles">{children}</div>}
    </details>
  )
}

interface TileProps {
  name: string
  control: () => NewControl
  isPath?: boolean
  onChosen: () => void
  children: ReactNode
}

export function Tile({ name, control, isPath = false, onChosen, children }: TileProps) {
  const use = useUse(onChosen)
  const tool = useEditorState((state) => state.tool)
  const mine = control()
  const isOn = 'control' in tool && tool.control.kind === mine.kind && sameSymbol(tool.control, mine)
  return (
    <button
      type="button"
      className="palette-tile"
      title={name}
      aria-pressed={isOn}
      draggable
      onDragStart={(event) => dragControl(event.dataTransfer, control())}
      // Without a pointer there is no place to click at: it goes into the middle.
      onClick={(event) => use(control(), event.detail === 0 ? 'add' : isPath ? 'path' : 'place')}
    >
      {children}
      <span className="palette-name">{name}</span>
    </button>
  )
}

const sameSymbol = (one: NewControl, other: NewControl): boolean =>
  one.props?.symbol === other.props?.symbol && one.props?.picture === other.props?.picture

function KindTile({ kind, isPath, onChosen }: { kind: string; isPath: boolean; onChosen: () => void }) {
  const { lang } = useElement()
  const { drawn } = useEditor()
  return (
    <Tile
      name={namesOf(kind, lang).kind}
      control={() => ({ kind, props: startingProps(kind, lang, drawn.is === 'dashboard') })}
      isPath={isPath}
      onChosen={onChosen}
    >
      <Glyph path={kindGlyph(kind)} size={20} />
    </Tile>
  )
}

function SymbolTile({ symbol, onChosen }: { symbol: LibrarySymbol; onChosen: () => void }) {
  const { lang } = useElement()
  const { id, width, height, names } = symbol
  const control = (): NewControl => ({
    kind: 'symbol',
    width,
    height,
    props: { ...startingProps('symbol', lang), symbol: id },
  })
  return (
    <Tile name={names[lang]} control={control} onChosen={onChosen}>
      <SymbolPicture address={id} />
    </Tile>
  )
}

/** Groups of the document that are used in several places. */
function OwnSymbols({ onChosen, matches }: { onChosen: () => void; matches: (...names: string[]) => boolean }) {
  const t = useText(text)
  const { drawn, kinds } = useEditor()
  const noun = useNoun(drawn)
  const symbols = useEditorState((state) => state.whole.symbols)
  const shown = Object.entries(symbols).filter(([, { name }]) => matches(name))
  if (shown.length === 0 || !kinds.has('group')) return null
  return (
    <Section title={t.own({ noun })} isOpen>
      {shown.map(([symbol, { name, width, height }]) => (
        <Tile
          key={symbol}
          name={name}
          control={() => ({ kind: 'group', name, width, height, props: { symbol } })}
          onChosen={onChosen}
        >
          <Glyph path={kindGlyph('group')} size={20} />
        </Tile>
      ))}
    </Section>
  )
}
