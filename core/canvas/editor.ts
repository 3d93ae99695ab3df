import { controlOf, withMembers } from './arrangement.ts'
import { arrangeCommands } from './commands/arrange.ts'
import { contentCommands } from './commands/content.ts'
import { groupingCommands } from './commands/grouping.ts'
import { layerCommands } from './commands/layers.ts'
import { orderingCommands } from './commands/ordering.ts'
import { pageCommands } from './commands/page.ts'
import { pointCommands } from './commands/points.ts'
import { propertyCommands } from './commands/properties.ts'
import { symbolCommands } from './commands/symbols.ts'
import type { Commands, Editor, EditorOptions, Gestures } from './editor-api.ts'
import { findControls } from './find.ts'
import { hitAt } from './hit-test.ts'
import { createInput } from './input.ts'
import { runOf } from './keys.ts'
import { frameOf } from './selected.ts'
import { createSelecting } from './selecting.ts'
import { createSession, type Session } from './session.ts'
import { sharedReaders } from './shared-values.ts'
import { guideGesture } from './tools/guide.ts'
import { resizeGesture, rotateGesture } from './tools/resize.ts'
import { vertexGesture } from './tools/vertex.ts'
import { createViewing } from './viewing.ts'

export type * from './editor-api.ts'

/** An editor of one document. It draws nothing: the page hands it pointers and keys, and shows `state()`. */
export function createEditor(options: EditorOptions): Editor {
  const session = createSession(options)
  const input = createInput(session)
  /** Each call from outside notifies listeners once. A command does not wait for a gesture: it cancels it. */
  const batched = <Calls extends object>(calls: Calls, ends: boolean): Calls =>
    Object.fromEntries(
      Object.entries(calls).map(([name, call]) => [
        name,
        (...args: unknown[]) =>
          session.batch(() => {
            if (ends && session.gesture) input.cancel()
            return call(...args)
          }),
      ]),
    ) as Calls

  const commands: Commands = batched(
    {
      ...contentCommands(session),
      ...arrangeCommands(session),
      ...orderingCommands(session),
      ...groupingCommands(session),
      ...symbolCommands(session),
      ...layerCommands(session),
      ...propertyCommands(session),
      ...pointCommands(session),
      ...pageCommands(session),
    },
    true,
  )
  const { begin, update, end, keyDown, ...pointers } = input
  const through = (turn: () => boolean) => () =>
    session.batch(() => {
      if (session.gesture) {
        input.cancel()
        return true
      }
      return turn()
    })

  const editor: Editor = {
    kinds: options.kinds,
    state: session.state,
    listen: session.listen,
    ...batched(pointers, false),
    key(press) {
      return session.batch(() => keyDown(press) || (runOf(press)?.(editor) ?? false))
    },
    gesture: gestures(session, input),
    commands,
    selecting: batched(createSelecting(session), true),
    viewing: batched(createViewing(session), false),
    undo: through(session.undo),
    redo: through(session.redo),
    steps: session.steps,
    together: (step, change) =>
      session.batch(() => {
        if (session.gesture) input.cancel()
        together(session, step, change)
      }),
    replace: (document, step = { key: 'stepReplaced', count: 1 }) =>
      session.batch(() => {
        input.cancel()
        session.replace(document, step)
      }),
    markSaved: () => session.batch(session.markSaved),
    snapping: () => session.state().snapping,
    setSnapping: (change) => session.batch(() => session.setSnapping(change)),
    hit: (at, isDeep) => hitAt(session, at, isDeep),
    control: (control_id) => controlOf(session.state().document, control_id),
    membersOf: (group_id) =>
      withMembers(session.state().document, [group_id]).filter(({ control_id }) => control_id !== group_id),
    frame: () => frameOf(session),
    ...sharedReaders(session),
    find: (query) => findControls(session.state().document, query),
  }
  return editor
}

function gestures(session: Session, input: ReturnType<typeof createInput>): Gestures {
  const made = (name: string, detail: unknown, at: { x: number; y: number }) => {
    if (name === 'resize') return resizeGesture(session, detail as Parameters<typeof resizeGesture>[1], at)
    if (name === 'rotate') return rotateGesture(session, at)
    if (name === 'vertex') return vertexGesture(session, detail as number)
    const { axis, index } = detail as { axis: 'x' | 'y'; index: number | null }
    return guideGesture(session, axis, index)
  }
  return {
    begin: (name: string, detail: unknown, at: { x: number; y: number }) =>
      session.batch(() => {
        input.cancel()
        session.seal()
        return input.begin(made(name, detail, at))
      }),
    update: (at, modifiers) => session.batch(() => input.update({ ...at, ...modifiers })),
    end: () => session.batch(input.end),
    cancel: () => session.batch(input.cancel),
  }
}

function together(session: Session, step: Parameters<Editor['together']>[0], change: () => void): void {
  if (session.isOpen()) {
    change()
    return
  }
  session.open()
  try {
    change()
  } catch (error) {
    session.close(null)
    throw error
  }
  session.close(step)
}
