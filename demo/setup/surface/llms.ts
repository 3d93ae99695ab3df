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

/** `llms.txt`: what an assistant needs to embed an element rightly at the first try. */
export const llmsOf = ({ elements, shared }: Surface): string =>
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

The token endpoint answers a POST with the page's cookies by \`{"token": "…"}\`. The token is a JWT, HS256, signed with an
embed key's secret (console: System, Embedding; it never leaves the portal's server), that lives at most 600 s:

\`\`\`json
{"iss": "<key_id>", "iat": 1790000000, "exp": 1790000600, "sub": "<the portal's user id>", "name": "<shown in records>",
 "resources": [{"type": "device", "id": "WW0001"}], "actions": ["read"]}
\`\`\`

Functions that sign it in Node, Python, Java, C#, PHP and Go are in the repository, in \`demo/portals/snippets\`. Never put
the embed key, or a token, into HTML, a URL or storage. From script: \`connect({ baseUrl, getToken })\` of
\`sightglass/core\` makes a connection for the property \`connection\` of an element, or for \`$defaultConnection.set(…)\`.

Content-Security-Policy of the page, at least:
\`script-src 'self' https://console.example.com; connect-src https://console.example.com wss://console.example.com; img-src https://console.example.com data: blob:; style-src 'self'\`

## Every element that draws something

${[...shared.props.map(propLine), ...shared.events.map(eventLine)].join('\n')}

Events bubble, cross shadow roots and can be cancelled. Null and undefined are a property's default.

## Elements

${elements.map(element).join('\n\n')}
`
