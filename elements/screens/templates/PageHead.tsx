import { SOURCE_READERS } from '../../../core/catalogue/readers.ts'
import type { TemplateDetail } from '../../../core/contract/template.ts'
import { lazyPart, useFormat, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Switch } from '../../kit/Checkbox.tsx'
import { MoreMenu } from '../../kit/MoreMenu.tsx'
import type { Favourite } from '../../parts/FavouriteStar.tsx'
import { useRights } from '../../parts/use-rights.ts'
import { text as pageText } from './page-text.ts'
import { PublishedMark } from './TemplateMarks.tsx'
import { useTemplates } from './templates-context.ts'
import { text } from './text.ts'
import type { TemplateActions } from './use-template-actions.tsx'

// It comes a little later, into room that waits for it.
const FavouriteStar = lazyPart(
  () => import('../../parts/FavouriteStar.tsx').then((chunk) => chunk.FavouriteStar),
  <span style={{ inlineSize: 'var(--sg-control)' }} />,
)

interface PageHeadProps {
  template: TemplateDetail
  favourite: Favourite | undefined
  actions: TemplateActions
  onBack: () => void
}

/** Where I am, whether devices see it, and what can be done with all of it. */
export function PageHead({ template, favourite, actions, onBack }: PageHeadProps) {
  const t = useText(text)
  const p = useText(pageText)
  const format = useFormat()
  const { bind, sources } = useTemplates()
  const holds = useRights()
  const mayEdit = holds('P41000') && template.may_edit
  const { template_id, module_name, is_published, published_time, device_count, is_own, is_public } = template
  const devices = t.devicesOf({ count: device_count })
  return (
    <header className="template-head">
      <div className="template-head-line">
        <IconButton icon="chevron-left" label={t.back} onPress={onBack} />
        <h1 className="template-title">{module_name}</h1>
        {favourite && <FavouriteStar favourite={favourite} />}
        <PublishedMark is_published={is_published} />
        <span className="template-actions">
          {mayEdit && (
            <Button look="primary" onPress={() => actions.publish(template)}>
              {is_published ? t.publishAgain : t.publish}
            </Button>
          )}
          <MoreMenu label={t.menuOf({ name: module_name })} entries={actions.menuOf(template)} />
        </span>
      </div>
      <div className="template-facts">
        <span>{t[template.module_type]}</span>
        {template.group_name && <span>{template.group_name}</span>}
        {template.module_type === 'standard' &&
          (holds('P42000') ? (
            <button
              type="button"
              className="template-link"
              onClick={() => (device_count === 0 ? actions.ask('bind', template) : bind(template_id))}
            >
              {device_count === 0 ? t.bind : devices}
            </button>
          ) : (
            <span>{devices}</span>
          ))}
        {SOURCE_READERS.some(holds) && (
          <button type="button" className="template-link" onClick={() => sources(template_id)}>
            {p.sources}
          </button>
        )}
        {template.creator_name && <span>{`${t.creator} ${template.creator_name}`}</span>}
        {published_time !== null && <span>{p.publishedAt({ time: format.dateTime(published_time) })}</span>}
        {is_own &&
          holds('P41000') &&
          (template.sharee_count > 0 ? (
            <button type="button" className="template-link" onClick={() => actions.ask('share', template)}>
              {t.sharedOf({ count: template.sharee_count })}
            </button>
          ) : null)}
        {is_own && mayEdit && (
          <Switch isSelected={is_public} onChange={(isOn) => void actions.setPublic(template, isOn)}>
            {p.isPublic}
          </Switch>
        )}
        {!mayEdit && <span className="template-note">{t.readOnly}</span>}
      </div>
      {template.description && <p className="template-description">{template.description}</p>}
    </header>
  )
}
