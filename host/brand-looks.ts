import { CHART_THEMES } from '../core/catalogue/themes.ts'
import { accentOf, seriesOf } from '../core/rules/brand-colours.ts'
import type { ShownBrand } from './brand.ts'

const HEX = /^#[0-9a-f]{6}$/
const pair = ([light, dark]: readonly [string, string]) => `light-dark(${light},${dark})`

function seriesIn({ palette, own_colours = [] }: ShownBrand): string[] {
  if (palette === 'own') return own_colours.filter((colour) => HEX.test(colour)).map((colour) => pair(seriesOf(colour)))
  const theme = CHART_THEMES.find(({ id }) => id === palette)
  // The first one is the page's own.
  if (!theme || palette === 'blue') return []
  return theme.light.map((light, place) => pair([light, theme.dark[place] ?? light]))
}

/** The tokens that a brand has other than the product, as a page sets them; none where colour is for the abnormal alone. */
export function brandTokens(brand: ShownBrand, theme: string): Record<string, string> {
  if (theme === 'hp') return {}
  const { accent } = brand
  const tokens: Record<string, string> = {}
  if (accent && HEX.test(accent))
    for (const [name, both] of Object.entries(accentOf(accent))) tokens[`--sg-${name}`] = pair(both)
  seriesIn(brand).forEach((colour, place) => {
    tokens[`--sg-series-${place + 1}`] = colour
  })
  return tokens
}
