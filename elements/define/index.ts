// First: it prepares the page for the kit's controls, before any of them is made.
import './define-element.tsx'

export { $defaultConnection } from '../../core/connection/default.ts'
export {
  ElementContext,
  type ElementState,
  markUnsaved,
  useConnection,
  useElement,
  useElementPast,
  useElementState,
  useElementTitle,
  useFormat,
  useNow,
  useSheet,
  useText,
} from '../context/element-context.ts'
export type { ProblemDetail } from '../context/problem.ts'
export { lazyPart } from '../kit/lazy-part.tsx'
export { useProblem } from '../kit/Notes.tsx'
export { defineElement } from './define-element.tsx'
export { PageRoot } from './PageRoot.tsx'
export { type ElementApi, type ElementOf, type ElementProps, event, prop } from './props.ts'
