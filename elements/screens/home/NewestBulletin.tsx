import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { Age } from '../../parts/Age.tsx'
import { useCall } from '../../parts/use-call.ts'
import { useRenewal } from '../../parts/use-renewal.ts'
import { text } from './text.ts'

const BOARD = '/info'
/** No event announces a new bulletin. */
const RENEWED_MS = 60_000

/** The newest bulletin in a line, and the way to the board; nothing where none is shown. */
export function NewestBulletin({ go }: { go: (path: string) => void }) {
  const t = useText(text)
  const { api } = useConnection()
  const { data, reload } = useCall(api.bulletin.list, { page_size: 10, sort: '-from_time' })
  useRenewal(RENEWED_MS, reload)
  const [newest] = data?.rows ?? []
  if (!newest) return null
  const { title, body, from_time } = newest
  return (
    <section className="home-bulletin" aria-label={t.bulletin}>
      <Icon name="pin" />
      <strong className="home-bulletin-title" title={title}>
        {title}
      </strong>
      <span className="home-bulletin-body">{body}</span>
      <span className="home-row-age">
        <Age time={from_time} />
      </span>
      <Button look="plain" onPress={() => go(BOARD)}>
        {t.board}
      </Button>
    </section>
  )
}
