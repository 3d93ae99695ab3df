import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Point } from '../../../core/contract/device.ts'
import { type CollectedPoint, MIDDLEWARE_LIMITS, type Middleware } from '../../../core/contract/middleware.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import { pointName } from '../../parts/point-text.ts'
import { addedPoint, aggregationsOf, check, type Draft } from './source-form.ts'
import { text } from './text.ts'

interface SourceFormProps {
  template_id: number
  /** Null for a new one. */
  editing: Middleware | null
  /** The points of the template. */
  points: readonly Point[]
  onUnsaved: (isUnsaved: boolean) => void
  onDone: (source: Middleware) => void
  onClose: () => void
}

/** A data source's name, its points, and how the values of many devices become one. */
export function SourceForm({ template_id, editing, points: known, onUnsaved, onDone, onClose }: SourceFormProps) {
  const t = useText(text)
  const { lang } = useElement()
  const { middleware } = useConnection().api
  const form = useDraft<Draft, ReturnType<typeof check>>(
    { middleware_name: editing?.middleware_name ?? '', points: editing?.points ?? [] },
    {
      fields: ['middleware_name', ...[...Array(MIDDLEWARE_LIMITS.points).keys()].map((at) => `points.${at}`)],
      validate: (draft) => check(draft, known, t),
      async send({ middleware_name, points }) {
        const input = { middleware_name: middleware_name.trim(), points: [...points] }
        const { middleware_id } = editing ?? {}
        onDone(
          await (middleware_id === undefined
            ? middleware.create({ ...input, template_id })
            : middleware.edit({ ...input, middleware_id })),
        )
      },
      onUnsaved,
    },
  )
  const { set, wrong } = form
  const { points } = form.draft
  const change = (next: readonly CollectedPoint[]) => {
    set({ points: next })
    form.show(wrong.middleware_name ? { middleware_name: wrong.middleware_name } : {})
  }
  const isFull = points.length >= MIDDLEWARE_LIMITS.points

  return (
    <EntityForm
      title={editing ? editing.middleware_name : t.create}
      form={form}
      onClose={onClose}
      {...(!editing && { saveLabel: t.make })}
    >
      <TextField
        label={t.name}
        name="middleware_name"
        help={t.nameHelp({ most: LIMITS.genericName })}
        value={form.draft.middleware_name}
        onChange={(middleware_name) => set({ middleware_name })}
        error={wrong.middleware_name}
        autoComplete="off"
        isRequired
        isAutoFocus={editing === null}
      />
      <fieldset className="choice source-points">
        <legend>{t.points}</legend>
        {points.map(({ key, aggregation }, at) => {
          const point = known.find((one) => one.key === key)
          const shown = point ? pointName(point, lang) : key
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a point may be there twice while it is being changed
            <div key={`${key} ${at}`} className="source-point">
              <span className="source-point-name" title={key}>
                {shown}
              </span>
              <Select
                label={t.aggregationOf({ name: shown })}
                isLabelHidden
                options={aggregationsOf(point?.data_type).map((id) => ({ id, label: t[id] }))}
                value={aggregation}
                onChange={(chosen) =>
                  change(points.map((one, place) => (place === at ? { key, aggregation: chosen } : one)))
                }
                error={wrong[`points.${at}`]}
              />
              <IconButton
                icon="trash"
                label={t.removePoint({ name: shown })}
                onPress={() => change(points.filter((_, place) => place !== at))}
              />
            </div>
          )
        })}
        {known.length === 0 ? (
          <p className="quiet">{t.noPoints}</p>
        ) : (
          <Select
            label={t.addPoint}
            isLabelHidden={points.length > 0}
            placeholder={points.length > 0 ? t.addPoint : t.choosePoint}
            options={known.map((point) => ({
              id: point.key,
              label: pointName(point, lang),
              note: point.unit ?? point.key,
            }))}
            value={null}
            onChange={(key) => {
              const point = known.find((one) => one.key === key)
              if (point) change([...points, addedPoint(point, points)])
            }}
            error={wrong.points}
            help={isFull ? t.pointsFull({ most: MIDDLEWARE_LIMITS.points }) : ''}
            isDisabled={isFull}
            isSearchable={known.length > 8}
          />
        )}
      </fieldset>
    </EntityForm>
  )
}
