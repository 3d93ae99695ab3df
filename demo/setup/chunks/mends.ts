import type { Plugin } from 'vite'

/**
 * What the pages of others do to libraries that are written for pages of their own: a file below `node_modules`, what is
 * written there, and what stands in its place in our builds. A test finds each of them in the libraries as installed.
 */
export const MENDS: readonly { file: string; from: RegExp | string; to: string }[] = [
  // An announcer that empties itself by `innerHTML` breaks where Trusted Types are required, and takes the view with it.
  {
    file: 'react-aria/dist/private/live-announcer/LiveAnnouncer.mjs',
    from: ".innerHTML = ''",
    to: '.replaceChildren()',
  },
  // A list that is open would make all of the page's own elements inert, as a dialog does: those of its element are enough.
  {
    file: 'react-aria/dist/private/overlays/usePopover.mjs',
    from: 'shouldUseInert: true',
    to: 'shouldUseInert: true, root: popoverRef.current.getRootNode().host && popoverRef.current.getRootNode()',
  },
  // lit's one policy has the name that a page's own lit has taken, and fails the module where it may not be made. Ours has
  // a name of its own and is shared by all copies of the kit; where there is none, the page may still take plain texts.
  {
    file: 'lit-html/lit-html.js',
    from: 'e=s?s.createPolicy("lit-html",{createHTML:t=>t}):void 0',
    to: 'e=s&&(t[Symbol.for("sightglass.policy")]??=(()=>{for(const i of["sightglass","lit-html"])try{return s.createPolicy(i,{createHTML:t=>t})}catch{}})())',
  },
  // Prototype.js has an `Array.from` of its own, which makes nothing of what is walked through but has no length.
  {
    file: 'i18next/dist/esm/i18next.js',
    from: /Array\.from\((this\.observers\[[^\]]+\])\.entries\(\)\)/g,
    to: '[...$1]',
  },
  { file: 'zrender/lib/core/util.js', from: 'Array.from(keys)', to: '[...keys]' },
  // The `bind` of MooTools takes all arguments as one list: effects and states of React would get others than they need.
  {
    file: 'react-dom/cjs/react-dom-client.production.js',
    from: /\b(\w+)\.bind\(\s*null,/g,
    to: 'bound($1,',
  },
  {
    file: 'react-dom/cjs/react-dom-client.production.js',
    from: '"use strict";\n',
    to: '"use strict";\nfunction bound(run, ...first) { return (...rest) => run(...first, ...rest) }\n',
  },
  {
    file: 'react-aria-components/dist/private/utils.mjs',
    from: /([\w$]+)\.bind\(null, elementType\)/g,
    to: '(props, ref) => $1(elementType, props, ref)',
  },
  {
    file: 'zrender/lib/core/util.js',
    from: /(?<=export var bind = )[^;]+(?=;)/g,
    to: 'bindPolyfill',
  },
  // Old libraries leave functions such as `keys` on the prototype of all objects, and every plain object seems to have them.
  {
    file: 'echarts/lib/util/model.js',
    from: 'hostObj[key] || (hostObj[key] = {})',
    to: 'hostObj[key] || (hostObj[key] = Object.create(null))',
  },
  // On a page that has frozen the prototype of all objects, no plain object takes a `constructor` of its own.
  {
    file: 'echarts/lib/core/Scheduler.js',
    from: /var (ecModelMock|apiMock) = \{\}/g,
    to: 'var $1 = Object.create(null)',
  },
]

/** A library's text with what is to be mended in that file; null where it is not found. */
export function mended(file: string, text: string): string | null {
  let made = text
  for (const { from, to } of MENDS.filter((mend) => mend.file === file)) {
    const next = made.replaceAll(from, to)
    if (next === made) return null
    made = next
  }
  return made
}

/** Writes the mends into the libraries as they are built. */
export function mendedLibraries(): Plugin {
  const files = new Set(MENDS.map(({ file }) => file))
  return {
    name: 'mended-libraries',
    transform(code, id) {
      const [, file = ''] = /\/node_modules\/([^?]+)/.exec(id) ?? []
      if (!files.has(file)) return null
      return mended(file, code) ?? this.error(`${file} is written in another way than its mend knows`)
    },
  }
}
