import { type FormEvent, useEffect, useState } from 'react'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Point } from '../../../core/contract/device.ts'
import { type CollectedPoint, MIDDLEWARE_LIMITS, type Middleware } from '../../../core/contract/middleware.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { text as formText } from '../../parts/form/text.ts'
import { pointName } from '../../parts/point-text.ts'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { isCallFailure } from '../../parts/use-call.ts'
import { addedPoint, aggregationsOf, isFine, judge, NOTHING_WRONG, placed, type Wrong } from './source-form.ts'
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

const NO_POINTS: readonly CollectedPoint[] = []

/** A data source's name, its points, and how the values of many devices become one. */
export function SourceForm({ template_id, editing, points: known, onUnsaved, onDone, onClose }: SourceFormProps) {
  const t = useText(text)
  const { cancel, save } = useText(words)
  const { unreachable } = useText(formText)
  const { lang, root } = useElement()
  const { middleware } = useConnection().api
  const [name, setName] = useState(editing?.middleware_name ?? '')
  const [points, setPoints] = useState<readonly CollectedPoint[]>(editing?.points ?? NO_POINTS)
  const [wrong, setWrong] = useState<Wrong>(NOTHING_WRONG)
  const [isPending, setPending] = useState(false)
  const isUnsaved = name !== (editing?.middleware_name ?? '') || points !== (editing?.points ?? NO_POINTS)
  useEffect(() => {
    onUnsaved(isUnsaved)
    return () => onUnsaved(false)
  }, [isUnsaved, onUnsaved])
  useEffect(() => {
    if (!isFine(wrong))
      root.querySelector<HTMLElement>('#source-form :is([aria-invalid=true], [data-invalid] button)')?.focus()
  }, [wrong, root])
  const change = (next: readonly CollectedPoint[]) => {
    setPoints(next)
    setWrong((before) => ({ ...(before.middleware_name && { middleware_name: before.middleware_name }), rows: {} }))
  }
  const isFull = points.length >= MIDDLEWARE_LIMITS.points

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const found = judge({ middleware_name: name, points }, known, t)
    setWrong(found)
    if (!isFine(found)) return
    setPending(true)
    const input = { middleware_name: name.trim(), points: [...points] }
    try {
      const { middleware_id } = editing ?? {}
      const source =
        middleware_id === undefined
          ? await middleware.create({ ...input, template_id })
          : await middleware.edit({ ...input, middleware_id })
      onDone(source)
    } catch (error) {
      if (!isCallFailure(error)) throw error
      if (error instanceof ApiError) setWrong(placed(error.fields, messageOf(error.code, lang), error.code))
      else setWrong({ rows: {}, form: unreachable })
    } finally {
      setPending(false)
    }
  }

  return (
    <SidePanel
      title={editing ? editing.middleware_name : t.create}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button
            look="primary"
            isPending={isPending}
            onPress={() => root.querySelector<HTMLFormElement>('#source-form')?.requestSubmit()}
          >
            {editing ? save : t.make}
          </Button>
        </>
      }
    >
      <form id="source-form" className="source-form" onSubmit={submit} noValidate>
        <TextField
          label={t.name}
          name="middleware_name"
          help={t.nameHelp({ most: LIMITS.genericName })}
          value={name}
          onChange={setName}
          error={wrong.middleware_name}
          autoComplete="off"
          isRequired
          isAutoFocus={editing === null}
        />
        <fieldset className="source-points">
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
                  error={wrong.rows[at]}
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
            <p className="source-quiet">{t.noPoints}</p>
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
        {wrong.form && (
          <p className="source-wrong" role="alert">
            {wrong.form}
          </p>
        )}
        {/* Enter in a field needs a button of this very form. */}
        <button type="submit" hidden tabIndex={-1} />
      </form>
    </SidePanel>
  )
}
