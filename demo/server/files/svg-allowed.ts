/** What of SVG is rebuilt: what draws, and nothing that runs, loads or animates. */
export const ELEMENTS: ReadonlySet<string> = new Set([
  'svg',
  'g',
  'defs',
  'symbol',
  'use',
  'title',
  'desc',
  'style',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'text',
  'tspan',
  'textPath',
  'linearGradient',
  'radialGradient',
  'stop',
  'pattern',
  'clipPath',
  'mask',
  'marker',
  'filter',
  'feBlend',
  'feColorMatrix',
  'feComposite',
  'feFlood',
  'feGaussianBlur',
  'feMerge',
  'feMergeNode',
  'feOffset',
  'feDropShadow',
  'feComponentTransfer',
  'feFuncR',
  'feFuncG',
  'feFuncB',
  'feFuncA',
])

/** Elements that go while what is in them stays. */
export const UNWRAPPED: ReadonlySet<string> = new Set(['a', 'switch'])

/** Elements whose text is kept. */
export const WITH_TEXT: ReadonlySet<string> = new Set(['text', 'tspan', 'textPath', 'title', 'desc', 'style'])

export const ATTRIBUTES: ReadonlySet<string> = new Set([
  'id',
  'class',
  'style',
  'transform',
  'viewBox',
  'preserveAspectRatio',
  'version',
  'lang',
  'x',
  'y',
  'x1',
  'y1',
  'x2',
  'y2',
  'cx',
  'cy',
  'r',
  'rx',
  'ry',
  'fx',
  'fy',
  'fr',
  'dx',
  'dy',
  'd',
  'points',
  'width',
  'height',
  'pathLength',
  'rotate',
  'textLength',
  'lengthAdjust',
  'startOffset',
  'method',
  'spacing',
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-dasharray',
  'stroke-dashoffset',
  'paint-order',
  'opacity',
  'color',
  'display',
  'visibility',
  'overflow',
  'clip-path',
  'clip-rule',
  'mask',
  'filter',
  'vector-effect',
  'shape-rendering',
  'color-interpolation',
  'color-interpolation-filters',
  'mix-blend-mode',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'font-variant',
  'font-stretch',
  'letter-spacing',
  'word-spacing',
  'text-anchor',
  'text-decoration',
  'text-rendering',
  'dominant-baseline',
  'alignment-baseline',
  'baseline-shift',
  'writing-mode',
  'direction',
  'gradientUnits',
  'gradientTransform',
  'spreadMethod',
  'offset',
  'stop-color',
  'stop-opacity',
  'patternUnits',
  'patternContentUnits',
  'patternTransform',
  'clipPathUnits',
  'maskUnits',
  'maskContentUnits',
  'markerUnits',
  'markerWidth',
  'markerHeight',
  'refX',
  'refY',
  'orient',
  'marker-start',
  'marker-mid',
  'marker-end',
  'filterUnits',
  'primitiveUnits',
  'in',
  'in2',
  'result',
  'mode',
  'stdDeviation',
  'edgeMode',
  'type',
  'values',
  'operator',
  'k1',
  'k2',
  'k3',
  'k4',
  'flood-color',
  'flood-opacity',
  'tableValues',
  'slope',
  'intercept',
  'amplitude',
  'exponent',
])

/** CSS writes any sign as an escape or between comments: a text with either is read no further. */
const HIDDEN = /\\|\/\*/
/** What loads, runs, or is said to a whole page. */
const CSS_BARRED = /@|\/\/|expression|javascript:|behavior|-moz-binding|image-set|\bsrc\s*\(|<|&/i

/** What loads by other names than `url`. */
const LOADING = /image-set|\bsrc\s*\(/i

const areLocal = (text: string) =>
  [...text.matchAll(/url\s*\(\s*(["']?)([^)]*)/gi)].every(([, , address = '']) => address.startsWith('#'))

/** Whether a style, of an attribute or an element, refers to nothing but the picture's own parts. */
export const isPlainStyle = (css: string): boolean => !HIDDEN.test(css) && !CSS_BARRED.test(css) && areLocal(css)

/** Comments go first: drawing programs write them, and they could hide something. */
export function withoutComments(css: string): string {
  const kept: string[] = []
  let at = 0
  for (;;) {
    const start = css.indexOf('/*', at)
    // Looked for once a comment: a pattern would look through the rest again for each one that has no end.
    const end = start < 0 ? -1 : css.indexOf('*/', start + 2)
    if (end < 0) return [...kept, css.slice(at)].join(' ')
    kept.push(css.slice(at, start))
    at = end + 2
  }
}

/** Whether an attribute's value refers to nothing outside of the picture. */
export const isPlainValue = (value: string): boolean =>
  !/javascript:|vbscript:|data:/i.test(value.replace(/[\s\p{Cc}]/gu, '')) &&
  areLocal(value) &&
  !LOADING.test(value) &&
  !HIDDEN.test(value)
