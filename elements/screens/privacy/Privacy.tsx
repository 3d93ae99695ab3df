import { useText } from '../../define/index.ts'
import { text } from './text.ts'

const KEPT = ['account', 'sessions', 'audit', 'devices', 'messages', 'guests', 'browser'] as const
const SEEN_BY = ['whoOrganisation', 'whoOperator', 'whoThird'] as const
const PERIODS = ['longAccount', 'longSessions', 'longCodes', 'longMessages', 'longDevices', 'longAudit'] as const
const RIGHTS = ['rightsEdit', 'rightsClose', 'rightsAsk'] as const

export function Privacy() {
  const t = useText(text)
  return (
    <article className="privacy">
      <h1>{t.title}</h1>
      <p>{t.intro}</p>
      <h2>{t.what}</h2>
      <dl>
        {KEPT.map((id) => (
          <div key={id}>
            <dt>{t[id]}</dt>
            <dd>{t[`${id}Is`]}</dd>
          </div>
        ))}
      </dl>
      <h2>{t.where}</h2>
      <p>{t.whereIs}</p>
      <h2>{t.who}</h2>
      <List ids={SEEN_BY} />
      <h2>{t.long}</h2>
      <List ids={PERIODS} />
      <h2>{t.rights}</h2>
      <List ids={RIGHTS} />
    </article>
  )
}

function List({ ids }: { ids: typeof SEEN_BY | typeof PERIODS | typeof RIGHTS }) {
  const t = useText(text)
  return (
    <ul>
      {ids.map((id) => (
        <li key={id}>{t[id]}</li>
      ))}
    </ul>
  )
}
