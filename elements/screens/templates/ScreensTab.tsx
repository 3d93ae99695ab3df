import { type Ref, useRef, useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Screen } from '../../../core/contract/screen.ts'
import { attempt } from '../../../core/stores/attempt.ts'
import type { Translated } from '../../../core/text/define-text.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { ConfirmDialog } from '../../kit/Dialog.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import type { MenuEntry } from '../../kit/Menu.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { base64Of } from '../../parts/base64.ts'
import { Failure } from '../../parts/Failure.tsx'
import { refusalText } from '../../parts/form/refusal.ts'
import { useDialog } from '../../parts/form/use-dialog.ts'
import { useMissingRight } from '../../parts/missing-right.ts'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { useCall } from '../../parts/use-call.ts'
import { useRights } from '../../parts/use-rights.ts'
import { text } from './page-text.ts'
import type { PartProps } from './part.ts'
import { ScreenCards } from './ScreenCards.tsx'
import { ScreenForm } from './ScreenForm.tsx'
import { useTemplates } from './templates-context.ts'

/** What a dialog asks about; null for a new screen. */
type DialogState = { what: 'form' | 'delete'; screen: Screen | null }
/** What is waited for at a button of its own; anything else leaves every button as it is. */
type Pending = 'import' | 'delete'

export function ScreensTab({ template, reload }: PartProps) {
  const t = useText(text)
  const { lang } = useElement()
  const { api } = useConnection()
  const { design, done, refused } = useTemplates()
  const isDesigner = useRights()('P41600')
  const mayDesign = isDesigner && template.may_edit
  const missing = useMissingRight()
  const mayNot = template.may_edit && !isDesigner ? missing('P41600') : null
  const { template_id } = template
  const called = useCall(api.screen.list, { template_id })
  const screens = called.data ?? called.last
  const { dialogState, isOpen, round, open, close } = useDialog<DialogState>()
  const [pending, setPending] = useState<Pending | null>(null)
  const file = useRef<HTMLInputElement>(null)

  /** Null where it was refused, after showing why. */
  async function run<Output>(call: () => Promise<Output>, what?: Pending): Promise<Output | null> {
    if (what) setPending(what)
    try {
      const output = await call()
      called.reload()
      reload()
      return output
    } catch (error) {
      const why = refusalText(error, lang)
      refused(why)
      return null
    } finally {
      if (what) setPending(null)
    }
  }

  async function exported({ screen_id }: Screen) {
    const sent = await attempt(api.screen.exported({ screen_id }, { raisesToast: true }))
    if (sent) saveFile(sent)
  }
  async function imported(chosen: File) {
    const screen_name = chosen.name
      .replace(/\.[^.]+$/, '')
      .trim()
      .slice(0, LIMITS.genericName)
    const made = await run(async () => {
      const sent = { name: chosen.name, content: await base64Of(chosen) }
      return api.screen.imported({ template_id, screen_name: screen_name || t.newScreen, file: sent })
    }, 'import')
    if (made) done(t.imported({ name: made.screen_name }))
  }

  const menuOf = (screen: Screen) =>
    screenMenu(screen, screens ?? [], t, {
      design: () => design(screen.screen_id),
      open: (what) => open({ what, screen }),
      edit: (part) => void run(() => api.screen.edit({ screen_id: screen.screen_id, ...part })),
      export: () => void exported(screen),
    })

  async function remove({ screen_id, screen_name }: Screen) {
    if (!(await run(() => api.screen.remove({ screen_id }), 'delete'))) return
    close()
    done(t.screenDeleted({ name: screen_name }))
  }

  const create = mayDesign && (
    <Button
      look={screens?.length ? 'secondary' : 'primary'}
      icon="plus"
      onPress={() => open({ what: 'form', screen: null })}
    >
      {t.newScreen}
    </Button>
  )
  const takeIn = mayDesign && (
    <Button icon="upload" isPending={pending === 'import'} onPress={() => file.current?.click()}>
      {t.importScreen}
    </Button>
  )
  const { what, screen = null } = dialogState ?? {}
  return (
    <div className="template-part">
      <StaleNote called={called} />
      {!screens &&
        (called.failure ? <Failure failure={called.failure} onRetry={called.reload} /> : <Skeleton rows={6} />)}
      {screens?.length === 0 && (
        <div className="template-empty">
          <EmptyState
            icon="image"
            title={t.noScreens}
            explanation={mayNot ? `${t.noScreensWhy} ${mayNot}` : t.noScreensWhy}
            action={
              mayDesign ? (
                <>
                  {create}
                  {takeIn}
                </>
              ) : undefined
            }
          />
        </div>
      )}
      {screens && screens.length > 0 && (
        <>
          {mayDesign && (
            <div className="template-bar">
              {create}
              {takeIn}
            </div>
          )}
          {mayNot && <p className="template-hint">{mayNot}</p>}
          <ScreenCards
            screens={screens}
            mayDesign={mayDesign}
            menuOf={menuOf}
            open={({ screen_id }) => design(screen_id)}
          />
        </>
      )}
      <HiddenFile ref={file} onChoose={(chosen) => void imported(chosen)} />
      <ScreenForm
        key={round}
        template_id={template_id}
        renaming={screen}
        isOpen={isOpen && what === 'form'}
        onClose={close}
        onDone={(saved) => {
          close()
          called.reload()
          reload()
          if (!screen) design(saved.screen_id)
        }}
      />
      {screen && (
        <ConfirmDialog
          title={t.deleteScreen({ name: screen.screen_name })}
          explanation={`${t.deleteScreenWhy}${screen.published_revision === null ? '' : ` ${t.deleteScreenPublished}`}`}
          confirmLabel={t.deleteScreenIt({ name: screen.screen_name })}
          isDanger
          isOpen={isOpen && what === 'delete'}
          isPending={pending === 'delete'}
          onConfirm={() => void remove(screen)}
          onClose={close}
        />
      )}
    </div>
  )
}

interface ScreenActs {
  design: () => void
  open: (what: DialogState['what']) => void
  edit: (part: { is_start?: true; sort?: number }) => void
  export: () => void
}

/** What can be done with a screen among those of its variant. */
function screenMenu(
  { screen_id, variant, is_start }: Screen,
  screens: readonly Screen[],
  t: Translated<(typeof text)['rows']>,
  acts: ScreenActs,
): (MenuEntry | 'line')[] {
  const mates = screens.filter((one) => one.variant === variant)
  const at = mates.findIndex((one) => one.screen_id === screen_id)
  return [
    { id: 'design', label: t.design, icon: 'edit', onAction: acts.design },
    { id: 'rename', label: t.rename, onAction: () => acts.open('form') },
    ...(is_start ? [] : [{ id: 'start', label: t.makeStart, onAction: () => acts.edit({ is_start: true }) }]),
    { id: 'earlier', label: t.earlier, isDisabled: at <= 0, onAction: () => acts.edit({ sort: at - 1 }) },
    { id: 'later', label: t.later, isDisabled: at === mates.length - 1, onAction: () => acts.edit({ sort: at + 1 }) },
    { id: 'export', label: t.exportScreen, icon: 'download', onAction: acts.export },
    'line',
    {
      id: 'delete',
      label: t.deleteWord,
      icon: 'trash',
      isDanger: true,
      onAction: () => acts.open('delete'),
    },
  ]
}

/** The browser's own field, which a button of ours presses. */
function HiddenFile({ ref, onChoose }: { ref: Ref<HTMLInputElement>; onChoose: (file: File) => void }) {
  const t = useText(text)
  return (
    <input
      ref={ref}
      type="file"
      className="sg-hidden-visually"
      tabIndex={-1}
      aria-label={t.importScreen}
      accept=".json,.zip,.sgscreen"
      onChange={({ target }) => {
        const [chosen] = target.files ?? []
        target.value = ''
        if (chosen) onChoose(chosen)
      }}
    />
  )
}
