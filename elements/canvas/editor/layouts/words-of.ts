import { withMembers } from '../../../../core/canvas/arrangement.ts'
import type { Control, ScreenDocument } from '../../../../core/contract/documents/screen.ts'

const SAID = ['title', 'text', 'label'] as const

const said = ({ name, props }: Control): string =>
  [name, ...SAID.map((field) => props[field])].find(
    (word): word is string => typeof word === 'string' && word !== '',
  ) ?? ''

/** What people would call each component: its name, what it says itself, or what a member of its group says; else its kind. */
export function wordsOf(document: ScreenDocument, kindName: (kind: string) => string): ReadonlyMap<string, string> {
  return new Map(
    document.controls
      .filter(({ parent }) => parent === null)
      .map((control) => {
        const words = [control, ...withMembers(document, [control.control_id])].map(said).find((word) => word !== '')
        return [control.control_id, (words ?? kindName(control.kind)).slice(0, 64)]
      }),
  )
}
