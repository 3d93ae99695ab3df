import type { TemplateGroup } from '../../../core/contract/template.ts'
import { templateGroups } from '../../../core/stores/collections/templates.ts'
import type { ElementProps } from '../../define/index.ts'
import { Toasts } from '../../kit/Toasts.tsx'
import { useCollection } from '../../parts/use-collection.ts'
import { useView } from '../../parts/use-view.ts'
import { useUndoToasts } from '../../parts/user-group-picker/use-undo-toasts.ts'
import { type api, TABS, type TemplatesView } from './api.ts'
import { TemplateList } from './TemplateList.tsx'
import { TemplatePage } from './TemplatePage.tsx'
import { TemplatesContext } from './templates-context.ts'

const NO_GROUPS: readonly TemplateGroup[] = []

export function Templates(props: ElementProps<typeof api>) {
  const { search, group = null, type, published, of, page, template = null, tab } = props
  const { onViewChange, onDesign, onNavigate } = props
  const fromProps: TemplatesView = { search, group, type, published, of, page, template, tab }
  const [view, change] = useView<TemplatesView>(fromProps, onViewChange)
  const groups = useCollection(templateGroups).data ?? NO_GROUPS
  const { toastProps: toasts, done, refused } = useUndoToasts()
  const design = (screen_id: number) => {
    if (!onDesign({ screen_id })) onNavigate({ path: `/designConfigure/id=${screen_id}` })
  }
  const sources = (template_id: number) => void onNavigate({ path: `/templateMiddleware/id=${template_id}` })
  const bind = (template_id: number | null) =>
    void onNavigate({
      path:
        template_id === null
          ? '/configureManage/templateBind'
          : `/configureManage/templateBind?template=${template_id}`,
    })

  return (
    <TemplatesContext
      value={{
        groups,
        done,
        refused,
        design,
        sources,
        bind,
      }}
    >
      <div className="templates">
        {view.template === null ? (
          <TemplateList view={view} change={change} />
        ) : (
          <TemplatePage
            key={view.template}
            template_id={view.template}
            favourite={props.favourite}
            tab={TABS.find((known) => known === view.tab) ?? TABS[0]}
            onTab={(next) => change({ tab: next === TABS[0] ? '' : next })}
            onBack={() => change({ template: null, tab: '' })}
            onOpen={(id) => change({ template: id, tab: '' })}
          />
        )}
      </div>
      <Toasts {...toasts} />
    </TemplatesContext>
  )
}
