import type { Control, ScreenDocument } from '../../contract/documents/screen.ts'
import type { EvaluationProblem } from '../../rules/expression/compile.ts'
import type { Evaluated, parseExpression } from '../../rules/expression/expression.ts'
import type { PointRef } from '../../rules/expression/syntax.ts'
import type { Lang } from '../../text/define-text.ts'
import type { ControlState } from '../control-state.ts'
import type { KindTable } from '../kind.ts'
import type { PointSource } from '../point-source.ts'
import type { Unresolved } from './unresolved.ts'

export interface RuntimeOptions {
  /** With the newest version of each kind's props. */
  readonly document: ScreenDocument
  readonly kinds: KindTable
  readonly source: PointSource
  /** The device that the screen is opened for; '' for none. */
  readonly sn_code: string
  /** IANA name of the tenant's time zone. */
  readonly timezone: string
  /** For words of points that stand in for empty properties. Default: zh. */
  readonly lang?: Lang
  /** Default: the source's own. */
  readonly now?: () => number
}

/** What went wrong while values came; `problemText` says it. */
export type RuntimeProblem = { readonly control_id: string; readonly property: string } & (
  | { readonly problem: 'does_not_fit'; readonly value: unknown }
  | { readonly problem: 'evaluation'; readonly evaluation: EvaluationProblem; readonly source: string }
  /** Its own property is not one of the kind's; the kind's default is drawn. */
  | { readonly problem: 'own' }
)

/** A document with its values. */
export interface Runtime {
  /** In painting order, with the members of symbols, whose ids are `group/member`. */
  controls(): readonly Control[]
  /** Undefined for an id that is none. The same object until something that is drawn changes; `data_time` moves on in it. */
  state(control_id: string): ControlState | undefined
  states(): ReadonlyMap<string, ControlState>
  /** Hears once of all that a message of the source changed. The source is subscribed while anybody listens. */
  listen(onChange: (changed: ReadonlyMap<string, ControlState>) => void): () => void
  /** Evaluates once, as of now: what an action writes. The sentence for a source that is none: `errorText`. */
  evaluate(source: string): ReturnType<typeof parseExpression> & { readonly evaluated: Evaluated | null }
  /** Hears of each new result of an expression while somebody listens to the runtime; the first one at once. */
  watch(source: string, onResult: (evaluated: Evaluated) => void): () => void
  /** An action's show or hide; null: as the document and its bindings have it. */
  setShown(control_id: string, isShown: boolean | null): void
  /** Another document, or device: what stayed the same object stays as it is. Notifies nobody. */
  setDocument(document: ScreenDocument, sn_code?: string): void
  setLang(lang: Lang): void
  problems(): readonly RuntimeProblem[]
  /** The points whose open alarms are drawn at a control; `*` for all of a device. */
  alarmPoints(control_id: string): readonly PointRef[]
  /** Bindings, events and alarms that cannot work: checked before publishing. */
  unresolved(): readonly Unresolved[]
  dispose(): void
}
