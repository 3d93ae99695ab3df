import { isSame } from '../../../../core/canvas/props-path.ts'
import type { ControlEvent, Trigger } from '../../../../core/contract/documents/screen.ts'
import { useElement, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { EmptyState } from '../../../kit/EmptyState.tsx'
import { namesOf } from '../../controls/control-names.ts'
import { useEditor, useEditorState } from '../editor-context.ts'
import { movedRow } from '../inspector/list-rows.ts'
import { text as inspectorText } from '../inspector/text.ts'
import { usePanelSheets } from '../inspector/use-panel-sheets.ts'
import { EventEditor } from './EventEditor.tsx'
import { eventOf } from './new-action.ts'
import { text } from './text.ts'

const MOST = 20

/** What happens when the selected controls are used, or their values change. */
export default function EventsPanel() {
  usePanelSheets()
  const t = useText(text)
  const selection = useEditorState((state) => state.selection)
  useEditorState((state) => state.document)
  return (
    <div className="panel">
      {selection.length === 0 ? (
        <EmptyState icon="send" title={t.selectFirst} explanation={t.selectFirstWhy} />
      ) : (
        <Events key={selection.join()} selection={selection} />
      )}
    </div>
  )
}

function Events({ selection }: { selection: readonly string[] }) {
  const t = useText(text)
  const own = useText(inspectorText)
  const { lang } = useElement()
  const { editor, kinds, isReadOnly } = useEditor()
  const controls = selection.flatMap((id) => editor.control(id) ?? [])
  const lead = controls.at(-1)
  if (!lead) return null
  const triggers: readonly Trigger[] = (kinds.get(lead.kind)?.triggers ?? []).filter((trigger) =>
    controls.every(({ kind }) => kinds.get(kind)?.triggers.includes(trigger)),
  )
  const { events } = lead
  const isMixed = controls.some((control) => !isSame(control.events, events))
  const put = (next: readonly ControlEvent[]) => void editor.commands.setEvents(next)
  return (
    <>
      <h3 className="panel-title">
        {controls.length > 1
          ? own.selectedSome({ count: controls.length })
          : lead.name || namesOf(lead.kind, lang).kind}
      </h3>
      {isMixed && (
        <p className="panel-note">
          {t.mixed}{' '}
          <Button look="plain" isDisabled={isReadOnly} onPress={() => put(events)}>
            {t.makeSame}
          </Button>
        </p>
      )}
      {!isMixed && events.length === 0 && <p className="panel-none">{triggers.length === 0 ? t.noTriggers : t.none}</p>}
      {!isMixed &&
        events.map((event, at) => (
          <EventEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: an event is its place
            key={at}
            event={event}
            at={at}
            triggers={triggers}
            onChange={(next) => put(events.with(at, next))}
            onRemove={() => put(events.toSpliced(at, 1))}
            onUp={() => put(movedRow(events, at, at - 1))}
          />
        ))}
      {!isMixed && !isReadOnly && triggers.length > 0 && events.length < MOST && (
        <div className="panel-foot">
          <Button icon="plus" onPress={() => put([...events, eventOf(triggers, events)])}>
            {t.addEvent}
          </Button>
        </div>
      )}
    </>
  )
}
