import { exampleOf } from './docstring.ts'
import type { Surface, SurfaceElement, SurfaceEvent, SurfaceProp } from './surface.ts'

const flat = (text: string) => text.replace(/\s+/g, ' ').trim()

const propLine = ({ attribute, name, type, doc }: SurfaceProp) => {
  const called = attribute === null ? `property \`${name}\`` : `\`${attribute}\``
  return `- ${called} (${type}): ${flat(doc)}`
}
const eventLine = ({ type, detail, doc }: SurfaceEvent) =>
  `- event \`${type}\`${detail === 'null' ? '' : ` ${flat(detail)}`}: ${flat(doc)}`

const element = ({ tag, entry, doc, summary, props, events }: SurfaceElement) =>
  [
    `### <${tag}>`,
    '',
    `${summary} \`import 'sightglass/${entry}'\``,
    '',
    '```html',
    exampleOf(doc, tag),
    '```',
    '',
    ...props.map(propLine),
    ...events.map(eventLine),
  ].join('\n')

/** `llms.txt`: what an assistant needs to embed an element rightly at the first try. `snippet` signs a token in Node. */
export const llmsOf = ({ elements, shared, tokens }: Surface, snippet: string): string =>
  `# Sightglass

> Live industrial devices in any web page: custom elements that talk to a Sightglass console, without an iframe.

## Get it

One of these, where \`https://console.example.com\` is the address of the console:

\`\`\`html
<script type="module" src="https://console.example.com/elements/sightglass.js"></script>
\`\`\`
\`\`\`html
<!-- a page whose server sends the wrong MIME type for modules, or that has classic scripts only -->
<script src="https://console.example.com/elements/sightglass.iife.js"></script>
\`\`\`
\`\`\`js
import 'sightglass/live' // npm; <sg-connection> and the elements without React
import 'sightglass/sg-device-monitor'
\`\`\`

## Connect

Elements stand inside an \`<sg-connection>\`, which asks the page's own server for a token:

\`\`\`html
<sg-connection base-url="https://console.example.com" token-url="/sightglass-token">
  <sg-device-monitor sn="WW0001"></sg-device-monitor>
</sg-connection>
\`\`\`

The token endpoint answers a POST with the page's cookies by \`{"token": "…"}\`, or by 401 where nobody is signed in. A
token is a JWT that the portal's own server signs with its embed key (console: System, Embedding), for at most 600 s;
elements fetch the next one by themselves. The key never leaves that server, and no token is put into HTML, a URL or
storage. In Node (the repository has Python, Java, C#, PHP and Go beside it, in \`demo/portals/snippets\`):

\`\`\`js
${snippet}
\`\`\`

Without \`token-url\`, set the property \`getToken\` of \`<sg-connection>\`, an async function. From script,
\`connect({ baseUrl, getToken })\` of \`sightglass/core\` makes a connection for the property \`connection\` of an element,
or for all by \`$defaultConnection.set(…)\`.

Content-Security-Policy of the page, at least:
\`script-src 'self' https://console.example.com; connect-src 'self' https://console.example.com wss://console.example.com; img-src https://console.example.com data: blob:; style-src 'self'\`

## Every element that draws something

${[...shared.props.map(propLine), ...shared.events.map(eventLine)].join('\n')}

The detail of \`sg-error\` is \`{ phase, problem, message, docs }\`: \`message\` says in one sentence what to mend, \`docs\` is the
address of the page about it. Events bubble, cross shadow roots and can be cancelled; cancelling \`sg-error\` changes nothing in
the element. Null and undefined are a property's default.

A screen is as wide as its place, 640 px where that is as wide as its content, and as high as its content; with a \`block-size\`
it scrolls within. Small elements (\`sg-value\`, \`sg-status\`, \`sg-trend\`, \`sg-gauge\`) stand in a line of text.

## Custom properties

Set on the tag or anywhere above it; in the light theme their values are:

${tokens.map(({ name, value }) => `- \`${name}\`: \`${value}\``).join('\n')}

## Elements

${elements.map(element).join('\n\n')}
`
