import type { Right } from './held-rights.ts'
import type { Words } from './words.ts'

/** The signs of the menu: each section and each page has its own. */
export type MenuIcon =
  | 'home'
  | 'alarm'
  | 'history'
  | 'measures'
  | 'handover'
  | 'dashboard'
  | 'device'
  | 'virtual'
  | 'tree'
  | 'screen'
  | 'carousel'
  | 'thumbnails'
  | 'design'
  | 'template'
  | 'binding'
  | 'folder'
  | 'library'
  | 'gallery'
  | 'analysis'
  | 'network'
  | 'message'
  | 'inbox'
  | 'notice'
  | 'log'
  | 'push'
  | 'team'
  | 'groups'
  | 'user'
  | 'role'
  | 'operations'
  | 'policy'
  | 'audit'
  | 'system'
  | 'look'
  | 'share'
  | 'menu'
  | 'map'
  | 'sharing'
  | 'embedding'
  | 'sent'
  | 'escalation'
  | 'page'

export type Route = {
  /** As in the address, below the base path; `:name` stands for a parameter, also behind `id=`. */
  readonly path: string
  readonly title: Words
  /** Where there is room for one word, as in the bottom bar of a phone; the title where there is none. */
  readonly short?: Words
  /** `public`: outside the console's frame. `session`: open to every signed-in user. A list: any one of these. */
  readonly needs: 'public' | 'session' | readonly Right[]
  /** Reachable without a token. */
  readonly guest?: true
  readonly redirect?: string
  /** Fills the window: no menu, no bar, no margins. */
  readonly frameless?: true
  /** The code in `menuPermissions` that makes this the page to land on. */
  readonly landing?: Right
  /** Position in the menu: the section, then the entry in it. A section's own row has only the first number. */
  readonly menu?: readonly [section: number, entry?: number]
  readonly icon?: MenuIcon
} & (
  | {
      readonly built: true
      /** The element that fills the page; null for pages that the host draws itself. */
      readonly tag: string | null
      /** Attributes that the element has on this page. */
      readonly attributes?: Readonly<Record<string, string>>
    }
  | {
      readonly built: false
      readonly tag: null
      /** What the screen will be, shown in its place until it is built. */
      readonly will: Words
    }
)
