import type { Template } from '../../../core/contract/template.ts'
import { nameIn } from '../../../core/text/name-in.ts'
import { useConnection, useElement, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { AlarmMark } from '../../parts/AlarmMark.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { useCall } from '../../parts/use-call.ts'
import { Picture } from './Picture.tsx'
import { text } from './text.ts'

/** More of a list than this is counted. */
const SHOWN = 12

interface TemplatePreviewProps {
  shown: Template
  onUse?: (() => void) | undefined
  onClose: () => void
}

/** A template before it is copied: how it looks, and what is in it. */
export function TemplatePreview({ shown, onUse, onClose }: TemplatePreviewProps) {
  const t = useText(text)
  const format = useFormat()
  const { lang } = useElement()
  const { api } = useConnection()
  const { template_id } = shown
  const called = useCall(api.template.detail, { template_id })
  const screens = useCall(api.screen.list, { template_id })
  const detail = called.data ?? called.last
  return (
    <SidePanel
      title={shown.module_name}
      onClose={onClose}
      actions={
        onUse && (
          <Button look="primary" icon="plus" onPress={onUse}>
            {t.copy}
          </Button>
        )
      }
    >
      <div className="library-preview">
        {shown.thumbnail === null ? (
          <p className="library-quiet">{t.noPicture}</p>
        ) : (
          <Picture
            screen_id={shown.start_screen_id}
            thumbnail={shown.thumbnail}
            alt={t.startScreen({ name: shown.module_name })}
          />
        )}
        <Facts
          facts={[
            [t.description, shown.description],
            [t.type, shown.module_type === 'standard' ? t.standard : t.nonstandard],
            [t.creator, shown.creator_name],
            [t.group, shown.group_name],
            // 0 for those that came with the console.
            [t.changed, shown.changed_time > 0 ? format.dateTime(shown.changed_time) : null],
          ]}
        />
        {!detail && called.failure && <Failure failure={called.failure} onRetry={called.reload} />}
        {!detail && !called.failure && <Skeleton rows={5} />}
        {detail && (
          <>
            {screens.data && (
              <List
                title={t.screens}
                rows={screens.data.map(({ screen_id, screen_name }) => [screen_id, screen_name])}
              />
            )}
            <List
              title={t.points}
              rows={detail.points.map(({ key, name, name_en, unit }) => [
                key,
                <>
                  {nameIn(lang, name, name_en)}
                  {unit && <span className="library-quiet"> {unit}</span>}
                </>,
              ])}
            />
            <List
              title={t.rules}
              rows={detail.alarm_rules.map(({ alarm_name, alarm_name_en, alarm_level }, at) => [
                at,
                <span key="rule" className="library-rule">
                  <AlarmMark alarm_level={alarm_level} isWordHidden />
                  {nameIn(lang, alarm_name, alarm_name_en)}
                </span>,
              ])}
            />
          </>
        )}
      </div>
    </SidePanel>
  )
}

function List({ title, rows }: { title: string; rows: readonly [id: string | number, said: React.ReactNode][] }) {
  const t = useText(text)
  return (
    <section className="library-list">
      <h3>
        {title} <span className="library-quiet">{rows.length}</span>
      </h3>
      {rows.length === 0 ? (
        <p className="library-quiet">{t.none}</p>
      ) : (
        <ul>
          {rows.slice(0, SHOWN).map(([id, said]) => (
            <li key={id}>{said}</li>
          ))}
          {rows.length > SHOWN && <li className="library-quiet">{t.more({ count: rows.length - SHOWN })}</li>}
        </ul>
      )}
    </section>
  )
}
