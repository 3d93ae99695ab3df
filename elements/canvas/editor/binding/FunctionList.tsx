import { FUNCTIONS, type FunctionHelp } from '../../../../core/rules/expression/function-help.ts'
import { useElement, useText } from '../../../define/index.ts'
import { text } from './text.ts'

const GROUPS = [...new Set(FUNCTIONS.map(({ group }) => group))]

/** All functions by what they are for; a press writes one. */
export function FunctionList({ onChoose }: { onChoose: (help: FunctionHelp) => void }) {
  const t = useText(text)
  const { lang } = useElement()
  return (
    <div className="functions">
      {GROUPS.map((group) => (
        <section key={group}>
          <h4 className="functions-title">{t[`f_${group}`]}</h4>
          <ul>
            {FUNCTIONS.filter((row) => row.group === group).map((row) => (
              <li key={row.signature}>
                <button type="button" className="functions-row" onClick={() => onChoose(row)}>
                  <code>{row.signature}</code>
                  <span>{row[lang]}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
