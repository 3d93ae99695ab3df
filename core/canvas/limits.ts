import { LIMITS } from '../catalogue/limits.ts'
import type { ScreenDocument } from '../contract/documents/screen.ts'

/** Whether as many controls more fit into the document. */
export const roomFor = (document: ScreenDocument, more: number): boolean =>
  document.controls.length + more <= LIMITS.controlsPerScreen
