import { useText } from '../../define/index.ts'
import { text } from './text.ts'

export type Step = 'address' | 'code' | 'password'
const STEPS: readonly Step[] = ['address', 'code', 'password']

/** Where the user is on the way. */
export function Steps({ step }: { step: Step }) {
  const t = useText(text)
  return (
    <ol className="find-password-steps" aria-label={t.steps}>
      {STEPS.map((id, index) => (
        <li key={id} aria-current={id === step ? 'step' : undefined}>
          <span className="find-password-number">{index + 1}</span> {t[id]}
        </li>
      ))}
    </ol>
  )
}
