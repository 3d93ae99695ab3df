import { useEffect, useState } from 'react'
import type { PointSource } from '../../../../core/canvas/point-source.ts'
import { valueAt } from '../../../../core/canvas/props-path.ts'
import { boundValueOf } from '../../../../core/canvas/runtime/bound-value.ts'
import { isOwnProperty } from '../../../../core/canvas/runtime/fitting.ts'
import { problemText } from '../../../../core/canvas/runtime/problem-text.ts'
import { createRuntime } from '../../../../core/canvas/runtime.ts'
import type { Binding, Control } from '../../../../core/contract/documents/screen.ts'
import { evaluationText } from '../../../../core/rules/expression/error-text.ts'
import type { Evaluated } from '../../../../core/rules/expression/expression.ts'
import { words } from '../../../../core/text/words.ts'
import { useElement, useFormat, useText } from '../../../define/index.ts'
import { useEditor } from '../editor-context.ts'
import { colourName } from '../inspector/ColourInput.tsx'
import { text as inspectorText } from '../inspector/text.ts'
import { fieldAt } from './bindable-paths.ts'
import { text } from './text.ts'

interface TestResultProps {
  binding: Binding
  path: string
  lead: Control
  source: PointSource
  sn_code: string
}

interface Shown {
  evaluated: Evaluated
  becomes: unknown
  problem: string | null
}

/** The result as the screen would have it: the same evaluation, the same fitting. */
export function TestResult({ binding, path, lead, source, sn_code }: TestResultProps) {
  const t = useText(text)
  const own = useText(inspectorText)
  const said = useText(words)
  const format = useFormat()
  const { lang, timeZone } = useElement()
  const { editor, kinds, look } = useEditor()
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    const { control_id } = lead
    const control = { ...lead, parent: null, hidden: false, alarm_of: null, events: [], bindings: { [path]: binding } }
    const document = { ...editor.state().whole, controls: [control] }
    const runtime = createRuntime({ document, kinds, source, sn_code, timezone: timeZone, lang })
    let evaluated: Evaluated | null = null
    const update = () => {
      const state = runtime.state(control_id)
      if (!evaluated || !state) return
      const [problem] = runtime.problems().filter(({ property }) => property === path)
      const becomes = isOwnProperty(path) ? state[path] : valueAt(state.props, path)
      const isOwn = boundValueOf(binding, evaluated.value) === undefined
      setShown({
        evaluated,
        becomes: isOwn ? undefined : becomes,
        problem: evaluated.problem
          ? evaluationText(evaluated.problem, binding.expression, lang)
          : problem
            ? problemText(problem, lang)
            : null,
      })
    }
    const stops = [
      runtime.watch(binding.expression, (next) => {
        evaluated = next
        update()
      }),
      runtime.listen(update),
    ]
    update()
    return () => {
      for (const stop of stops) stop()
      runtime.dispose()
      setShown(null)
    }
  }, [binding, path, lead, source, sn_code, kinds, editor, timeZone, lang])

  if (!shown) return <p className="prop-help">{t.noResult}</p>
  const { evaluated, becomes, problem } = shown
  const { value, quality, data_time } = evaluated
  const field = fieldAt(lead.kind, path, kinds)
  const isColour = field?.type === 'colour' && typeof becomes === 'string'
  const qualityWord =
    quality === 'waiting' ? t.waiting : quality === 'missing' ? t.missing : quality === 'good' ? '' : said[quality]
  return (
    <dl className="test-result" aria-live="polite">
      <dt>{t.result}</dt>
      <dd>
        <strong>{value === null ? '–' : String(value)}</strong>
        {qualityWord && <small>{qualityWord}</small>}
        {data_time !== null && <small>{format.dateTime(data_time)}</small>}
      </dd>
      <dt>{t.drawn}</dt>
      <dd>
        {isColour && <span className="swatch" style={{ background: look.colour(becomes) }} />}
        <span>
          {becomes === undefined
            ? t.keepsOwn
            : isColour
              ? colourName(becomes, own)
              : becomes === null
                ? '–'
                : String(becomes)}
        </span>
      </dd>
      {problem && <dd className="field-error">{problem}</dd>}
    </dl>
  )
}
