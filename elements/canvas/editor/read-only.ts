import type { Commands, Editor } from '../../../core/canvas/editor-api.ts'

const NOTHING: Readonly<Record<string, () => unknown>> = {
  remove: () => ({ removed: 0, referrers: [] }),
  paste: () => ({ pasted: 0, problem: null }),
  add: () => null,
  group: () => null,
  makeSymbol: () => null,
  placeSymbol: () => null,
  addLayer: () => null,
  cut: () => null,
  replacePoint: () => 0,
  leaveSymbol: () => undefined,
}

/** An editor whose document cannot be changed: it is looked at, searched and copied from. */
export function readOnlyEditor(editor: Editor): Editor {
  const commands = new Proxy(editor.commands, {
    get: (real, name) =>
      name === 'copy' || name === 'editSymbol' || name === 'leaveSymbol'
        ? Reflect.get(real, name)
        : (NOTHING[String(name)] ?? (() => false)),
  }) as Commands
  const no = () => false
  return {
    ...editor,
    commands,
    gesture: { begin: no, update: () => {}, end: () => {}, cancel: () => {} },
    undo: no,
    redo: no,
    together: () => {},
    replace: () => {},
    use: () => {},
  }
}
