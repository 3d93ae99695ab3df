/** What a page may use of one element, as read from its declaration. */
export interface SurfaceElement {
  tag: string
  /** Of the class that the entry exports: `DeviceMonitorElement`. */
  className: string
  /** The built file that defines it, without its ending: `sg-device-monitor`, or `live`. */
  entry: string
  /** False for what works without being seen; it has nothing of what elements share. */
  isDrawn: boolean
  /** The docstring without its tags. */
  doc: string
  /** Its first sentence, without the example before it. */
  summary: string
  props: SurfaceProp[]
  events: SurfaceEvent[]
  slots: SurfacePart[]
  parts: SurfacePart[]
  cssProps: SurfacePart[]
}

export interface SurfaceProp {
  /** Of the JavaScript property; null where there is an attribute alone. */
  name: string | null
  /** Null where there is a property alone. */
  attribute: string | null
  type: string
  /** As written in the source; null where nothing is the default. */
  fallback: string | null
  isReadonly: boolean
  doc: string
}

export interface SurfaceEvent {
  /** `sg-view-change` */
  type: string
  /** The type of its `detail`; `null` where it has none. */
  detail: string
  doc: string
}

export interface SurfacePart {
  name: string
  doc: string
}

export interface SurfaceToken {
  /** `--sg-accent` */
  name: string
  /** In the light theme. */
  value: string
  isColour: boolean
}

export interface Surface {
  version: string
  elements: SurfaceElement[]
  /** What elements that are drawn have in common; `sg-connection` and its like draw nothing and have none of it. */
  shared: Pick<SurfaceElement, 'props' | 'events' | 'slots' | 'parts'>
  tokens: SurfaceToken[]
  /** What `sightglass/core` exports, each as a declaration that stands alone. */
  core: { name: string; text: string }[]
  /** The names of the server's calls by domain, as `connection.api` has them. */
  calls: { domain: string; names: string[] }[]
  /** Named types that the elements speak of and core does not export. */
  types: { name: string; text: string }[]
}

/** The elements of each built file, by the file's name. */
export function byEntry(elements: readonly SurfaceElement[]): Map<string, SurfaceElement[]> {
  const files = new Map<string, SurfaceElement[]>()
  for (const element of elements) files.set(element.entry, [...(files.get(element.entry) ?? []), element])
  return files
}
