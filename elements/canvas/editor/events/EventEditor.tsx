import type { ControlEvent, Trigger } from '../../../../core/contract/documents/screen.ts'
import { useText } from '../../../define/index.ts'
import { Button, IconButton } from '../../../kit/Button.tsx'
import { Select } from '../../../kit/Select.tsx'
import { ExpressionField } from '../binding/ExpressionField.tsx'
import { useEditor } from '../editor-context.ts'
import { ItemSelect } from '../inspector/GeneralSection.tsx'
import { movedRow } from '../inspector/list-rows.ts'
import { ActionEditor } from './ActionEditor.tsx'
import { actionOf } from './new-action.ts'
import { text } from './text.ts'

interface EventEditorProps {
  event: ControlEvent
  at: number
  triggers: readonly Trigger[]
  onChange: (event: ControlEvent) => void
  onRemove: () => void
  onUp: () => void
}

const MOST = 20

/** One event: when, under which condition, for whom, and its actions in their order. */
export function EventEditor({ event, at, triggers, onChange, onRemove, onUp }: EventEditorProps) {
  const t = useText(text)
  const { drawn, editor, isReadOnly } = useEditor()
  const { actions, when, item_id } = event
  const isLost = !triggers.includes(event.on)
  const near = { screen_id: drawn.is === 'screen' ? drawn.id : 0, control_id: editor.state().selection.at(-1) ?? '' }
  const put = (next: readonly ControlEvent['actions'][number][]) => onChange({ ...event, actions: [...next] })
  return (
    <fieldset className="event" aria-label={t.event({ count: at + 1 })}>
      <div className="event-head">
        <Select<Trigger>
          label={t.on}
          isLabelHidden
          isDisabled={isReadOnly}
          error={isLost ? t.lost : undefined}
          options={[...triggers, ...(isLost ? [event.on] : [])].map((id) => ({ id, label: t[id] }))}
          value={event.on}
          onChange={(on) => {
            const { when: _, ...rest } = event
            onChange(on === 'change' ? { ...event, on } : { ...rest, on })
          }}
        />
        {!isReadOnly && (
          <div className="list-row-tools">
            {at > 0 && <IconButton icon="arrow-up" label={t.eventUp({ count: at + 1 })} onPress={onUp} />}
            <IconButton icon="trash" label={t.removeEvent({ count: at + 1 })} onPress={onRemove} />
          </div>
        )}
      </div>
      {event.on === 'change' && (
        <ExpressionField
          label={t.when}
          value={when ?? ''}
          lines={1}
          placeholder={t.whenHelp}
          isDisabled={isReadOnly}
          onChange={(typed) => {
            const { when: _, ...rest } = event
            onChange(typed.trim() === '' ? rest : { ...event, when: typed })
          }}
        />
      )}
      {event.on === 'change' && <p className="prop-help">{t.changeOnPage}</p>}
      {actions.map((action, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an action is its place
        <fieldset key={`${index} ${action.does}`} className="action" aria-label={t.action({ count: index + 1 })}>
          <ActionEditor action={action} on={event.on} near={near} onChange={(next) => put(actions.with(index, next))} />
          {!isReadOnly && (
            <div className="list-row-tools">
              {index > 0 && (
                <IconButton
                  icon="arrow-up"
                  label={t.actionUp({ count: index + 1 })}
                  onPress={() => put(movedRow(actions, index, index - 1))}
                />
              )}
              <IconButton
                icon="trash"
                label={t.removeAction({ count: index + 1 })}
                onPress={() => put(actions.toSpliced(index, 1))}
              />
            </div>
          )}
        </fieldset>
      ))}
      {!isReadOnly && actions.length < MOST && (
        <Button
          icon="plus"
          look="plain"
          onPress={() => put([...actions, actionOf(event.on === 'change' ? 'show' : 'write', near)])}
        >
          {t.addAction}
        </Button>
      )}
      {drawn.is === 'screen' && (
        <ItemSelect
          label={t.item}
          isLabelShown
          value={item_id}
          isDisabled={isReadOnly}
          onChange={(next) => {
            const { item_id: _, ...rest } = event
            onChange(next === undefined ? rest : { ...event, item_id: next })
          }}
        />
      )}
    </fieldset>
  )
}
