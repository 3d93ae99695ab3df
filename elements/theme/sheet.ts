import reset from './reset.css?sheet'
import { sheetOf } from './sheet-of.ts'
import { COLOURS, DENSITIES, SIZES } from './tokens.ts'

/**
 * How a token finds its value. Outside and inside, its name is `--sg-accent`. The element's host (or a page's
 * `.sg-page`) reads what the tag or any ancestor set, else the theme's own value, into a private `--_accent`;
 * `.sg-root` inside hands that back under the public name. So an embedding page restyles every theme by setting
 * `--sg-…` on the tag or above it, all code inside says `var(--sg-accent)`, and an element inside another element
 * takes the outer one's look (its own `theme` then only counts for what the outer one left unset).
 *
 * `theme`: light (default), dark, hp, auto (the system's light or dark). `density`: compact, comfortable, touch;
 * touch by itself where the pointer is coarse.
 */
export function tokenCss(): string {
  const hosts = (attribute = '') => `:host${attribute && `(${attribute})`}, .sg-page${attribute}`
  const privates = (rows: Iterable<[string, string]>) =>
    Array.from(rows, ([name, value]) => `--_${name}: var(--sg-${name}, ${value});`).join('')
  const theme = (index: 0 | 1 | 2) =>
    privates(Object.entries(COLOURS).map(([name, values]): [string, string] => [name, values[index]]))
  const density = (height: number) =>
    privates(['row', 'control'].map((name): [string, string] => [name, `${height}px`]))
  const names = [...Object.keys(COLOURS), ...Object.keys(SIZES)]

  return `
    ${hosts()} { ${theme(0)} ${privates(Object.entries(SIZES))} }
    ${hosts('[theme="dark"]')} { ${theme(1)} }
    ${hosts('[theme="hp"]')} { ${theme(2)} }
    @media (prefers-color-scheme: dark) { ${hosts('[theme="auto"]')} { ${theme(1)} } }
    @media (pointer: coarse) { ${hosts()} { ${density(DENSITIES.touch)} } }
    ${hosts('[density="compact"]')} { ${density(DENSITIES.compact)} }
    ${hosts('[density="comfortable"]')} { ${density(DENSITIES.comfortable)} }
    ${hosts('[density="touch"]')} { ${density(DENSITIES.touch)} }
    @media (prefers-reduced-motion: reduce) { ${hosts()} { --_motion: 0ms; } }
    .sg-root { ${names.map((name) => `--sg-${name}: var(--_${name});`).join('')} }
  `
}

const tokens = sheetOf(tokenCss())

/** What every shadow root of ours, and a page that draws our frame, adopts first. */
export const themeSheets: readonly CSSStyleSheet[] = [tokens, reset]
