export { $defaultConnection } from '../../core/connection/default.ts'
export { defineElement } from './define-element.tsx'
export {
  type ElementState,
  useConnection,
  useElement,
  useElementState,
  useFormat,
  useNow,
  useSheet,
  useText,
} from './element-context.ts'
export { lazyPart } from './lazy-part.tsx'
export { useProblem } from './Notes.tsx'
export { PageRoot } from './PageRoot.tsx'
export { type ElementApi, type ElementOf, type ElementProps, event, prop } from './props.ts'
