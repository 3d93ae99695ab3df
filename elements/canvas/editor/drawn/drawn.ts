import type { CallOptions } from '../../../../core/connection/client.ts'
import type { Dashboard } from '../../../../core/contract/dashboard.ts'
import type { Screen, ScreenLock, ScreenVersion } from '../../../../core/contract/screen.ts'

interface DrawnFacts {
  readonly id: number
  readonly name: string
  /** The template whose points it names without a device; null for a dashboard of any devices. */
  readonly template_id: number | null
  readonly variant: Screen['variant']
  /** Counts up with every save. */
  readonly revision: number
  /** Epoch ms. */
  readonly changed_time: number
  readonly changed_by: string
}

/** What the editor draws, as the server has it: a configuration screen, or a dashboard. */
export type Drawn = DrawnFacts &
  (
    | { readonly is: 'screen'; readonly template_id: number; readonly screen: Screen }
    | { readonly is: 'dashboard'; readonly dashboard: Dashboard }
  )

/** Whether others see another state of it than the one that was saved last. Screens are published instead. */
export const isDraft = (drawn: Drawn): boolean =>
  drawn.is === 'dashboard' && drawn.dashboard.shown_revision !== drawn.revision

export interface OpenedDrawn {
  readonly drawn: Drawn
  readonly document?: unknown
  readonly lock: ScreenLock | null
  readonly may_edit: boolean
}

interface SentDocument {
  readonly id: number
  readonly revision: number
  readonly document: unknown
  readonly kind: 'autosave' | 'saved'
  readonly note: string
  readonly editor_id: string
  readonly thumbnail?: string
}

type Call<Input, Output> = (input: Input, options?: CallOptions) => Promise<Output>

/** What the editor asks of the server about what it draws: the same of screens and of dashboards. */
export interface DrawnCalls {
  readonly open: Call<{ id: number }, OpenedDrawn>
  readonly save: Call<SentDocument, Drawn>
  /** Adds another one, with this document, beside `drawn`. */
  readonly copy: Call<{ drawn: Drawn; name: string; document: unknown }, Drawn>
  readonly versions: Call<{ id: number }, readonly ScreenVersion[]>
  readonly version: Call<{ version_id: number }, { readonly document?: unknown }>
  readonly restore: Call<{ version_id: number; revision: number; editor_id: string }, unknown>
  readonly lock: Call<
    { id: number; editor_id: string; take?: boolean; release?: boolean },
    { readonly lock: ScreenLock | null; readonly present: readonly ScreenLock[]; readonly revision: number }
  >
  readonly thumbnail: Call<{ version_id: number }, { readonly picture: string | null }>
}
