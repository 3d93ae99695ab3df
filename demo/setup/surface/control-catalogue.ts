import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

interface Words {
  zh: string
  en: string
}
const LANGS = ['zh', 'en'] as const
type Lang = (typeof LANGS)[number]
const inBoth = (write: (lang: Lang) => string): Words => ({ zh: write('zh'), en: write('en') })

/** The inspector's sections, in their order. */
const GROUPS = ['value', 'behaviour', 'text', 'look']

/** As much of the kit's own modules as is read here; Vite loads them, for they find each other by `import.meta.glob`. */
interface Field {
  path: string
  group: string
  choices?: readonly { value: unknown; name: string }[]
  item?: readonly Field[]
}
interface Kind {
  kind: string
  version: number
  category: string
  defaults: Readonly<Record<string, unknown>>
  size: { width: number; height: number }
  bindable: readonly string[]
  role: string
  triggers: readonly string[]
}
interface Kinds {
  loadKinds(): Promise<void>
  KINDS: ReadonlyMap<string, Kind>
}
interface Names {
  namesOf(
    kind: string,
    lang: Lang,
  ): { kind: string; property(path: string): string; choice(path: string, name: string): string }
  startingProps(kind: string, lang: Lang): Record<string, unknown>
  groupName(group: string, lang: Lang): string
  categoryName(category: string, lang: Lang): string
}
interface Fields {
  propertiesOf(kind: Kind): readonly Field[]
}
interface Glyphs {
  kindGlyph(kind: string): string
  kindPlace(kind: string): number
}
interface Library {
  SYMBOLS: readonly object[]
  CATEGORIES: Readonly<Record<string, Words>>
}

/** `controls.json`: the kinds of control that screens are drawn with, and the library's symbols. */
export async function readControlCatalogue(): Promise<object> {
  const vite = await createServer({
    root: ROOT,
    configFile: false,
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    appType: 'custom',
    logLevel: 'error',
  })
  const load = async <Module>(path: string) => (await vite.ssrLoadModule(`/elements/${path}`)) as Module
  try {
    const { loadKinds, KINDS } = await load<Kinds>('canvas/controls/kinds.ts')
    const names = await load<Names>('canvas/controls/control-names.ts')
    const { propertiesOf } = await load<Fields>('kinds/property-fields.ts')
    const { kindGlyph, kindPlace } = await load<Glyphs>('canvas/editor/palette/kind-glyphs.ts')
    const { SYMBOLS, CATEGORIES } = await load<Library>('canvas/controls/symbol/library/index.ts')
    await loadKinds()
    const kinds = [...KINDS.values()].sort((one, other) => kindPlace(one.kind) - kindPlace(other.kind))
    const all = kinds.map((kind) => kindRow(kind, propertiesOf(kind), names, kindGlyph(kind.kind)))
    const wordsOf = (found: Iterable<string>, word: (name: string, lang: Lang) => string) =>
      Object.fromEntries(Array.from(new Set(found), (name) => [name, inBoth((lang) => word(name, lang))]))
    return {
      kinds: all,
      categories: wordsOf(
        kinds.map(({ category }) => category),
        names.categoryName,
      ),
      groups: wordsOf(GROUPS, names.groupName),
      symbols: SYMBOLS,
      symbol_categories: CATEGORIES,
    }
  } finally {
    await vite.close()
  }
}

function kindRow(kind: Kind, fields: readonly Field[], { namesOf, startingProps }: Names, glyph: string) {
  const { category, version, size, defaults, bindable, role, triggers } = kind
  const words = { zh: namesOf(kind.kind, 'zh'), en: namesOf(kind.kind, 'en') }
  const name = (path: string) => inBoth((lang) => words[lang].property(path))
  const fieldRow = (field: Field, within: string): Field & { names: Words } => ({
    ...field,
    names: name(within + field.path),
    ...(field.choices && {
      choices: field.choices.map((choice) => ({
        ...choice,
        names: inBoth((lang) => words[lang].choice(field.path, choice.name)),
      })),
    }),
    ...(field.item && { item: field.item.map((row) => fieldRow(row, `${field.path}.`)) }),
  })
  return {
    kind: kind.kind,
    names: inBoth((lang) => words[lang].kind),
    glyph,
    category,
    version,
    size,
    role,
    triggers,
    defaults,
    /** What a newly drawn one has, its words in each language. */
    starting: { zh: startingProps(kind.kind, 'zh'), en: startingProps(kind.kind, 'en') },
    fields: fields.map((field) => fieldRow(field, '')),
    bindable: bindable.map((path) => ({ path, names: name(path) })),
  }
}
