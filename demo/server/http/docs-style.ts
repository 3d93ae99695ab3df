/** Style of the docs' pages; colours pass 4.5:1 on light and dark. */
export const docsCss = `:root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: light-dark(#0b5cad, #7db7ff) }
body { margin: 0; font: 15px/1.5 system-ui, 'Noto Sans CJK SC', sans-serif }
header, main { max-width: 60rem; margin: 0 auto; padding: 0 1rem }
header { display: flex; align-items: baseline; justify-content: space-between }
h2 { margin: 2rem 0 .5rem; border-bottom: 1px solid var(--line) }
section { padding: .25rem 0; border-bottom: 1px solid var(--line) }
h3 { margin: .5rem 0 0; font-size: 1rem; overflow-wrap: anywhere }
section p { margin: .25rem 0 }
a, .method { color: var(--accent) }
nav a { margin-right: .75rem }
em { opacity: .75 }
table { border-collapse: collapse; width: 100% }
th, td { padding: .2rem .75rem .2rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere }
tr + tr { border-top: 1px solid var(--line) }
summary { cursor: pointer }
code { background: var(--soft) }
pre { overflow-x: auto; padding: .5rem .75rem; background: var(--soft) }
pre code { background: none }
:target { scroll-margin-top: 1rem; outline: 2px solid var(--accent); outline-offset: .25rem }
`
