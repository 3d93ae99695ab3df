import { COLOURS, DENSITIES, SIZES } from './tokens.ts'

/**
 * How a token finds its value. Outside and inside, its name is `--sg-accent`. The element's host (or a page's
 * `.sg-page`) reads what the tag or any ancestor set, else the theme's own value, into a private `--_accent`;
 * `.sg-root` inside hands that back under the public name. So an embedding page restyles every theme by setting
 * `--sg-…` on the tag or above it, all code inside says `var(--sg-accent)`, and an element inside another element
 * takes the outer one's look.
 *
 * Light and dark are one value, `light-dark(…)`: the browser chooses by the colour scheme in which the element stands,
 * and follows each change of it. Where a `theme` is named (`showTheme`), `--_scheme` says which scheme is its own.
 * `density`: compact, comfortable, touch; touch by itself where the pointer is coarse.
 */
export function tokenCss(): string {
  const names = [...Object.keys(COLOURS), ...Object.keys(SIZES)]
  const density = (height: number) =>
    privates(['row', 'control'].map((name): [string, string] => [name, `${height}px`]))
  return `
    ${themesOf(Object.keys(COLOURS))}
    ${hosts()} { ${privates(Object.entries(SIZES))} }
    @media (pointer: coarse) { ${hosts()} { ${density(DENSITIES.touch)} } }
    ${hosts('[density="compact"]')} { ${density(DENSITIES.compact)} }
    ${hosts('[density="comfortable"]')} { ${density(DENSITIES.comfortable)} }
    ${hosts('[density="touch"]')} { ${density(DENSITIES.touch)} }
    @media (prefers-reduced-motion: reduce) { ${hosts()} { --_motion: 0ms; } }
    .sg-root { ${names.map((name) => `--sg-${name}: var(--_${name});`).join('')} }
  `
}

/** The themes' values of these colours alone, as `--_<name>` on the element's host, and its `--_scheme`. */
export const themesOf = (names: readonly string[]): string => `
    ${hosts()} { ${theme(names, ([light, dark]) => (light === dark ? light : `light-dark(${light},${dark})`))} }
    ${hosts('[data-sg-theme="hp"]')} { ${theme(names, ([, , hp]) => hp)} }
    ${hosts('[data-sg-theme]')} { --_scheme: light; }
    ${hosts('[data-sg-theme="dark"]')} { --_scheme: dark; }
    ${hosts('[data-sg-theme="auto"]')} { --_scheme: light dark; }`

const hosts = (attribute = '') => `:host${attribute && `(${attribute})`}, .sg-page${attribute}`

const privates = (rows: Iterable<[string, string]>) =>
  [...rows].map(([name, value]) => `--_${name}: var(--sg-${name}, ${value});`).join('')

function theme(names: readonly string[], ownOf: (colours: (typeof COLOURS)[string]) => string): string {
  return privates(
    names.map((name): [string, string] => {
      const colours = COLOURS[name]
      if (!colours) throw new Error(`There is no colour ${name}`)
      return [name, ownOf(colours)]
    }),
  )
}
