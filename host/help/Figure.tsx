import { ALARM_STATES } from '../../core/contract/alarm.ts'
import { words } from '../../core/text/words.ts'
import { useText } from '../../elements/define/index.ts'
import { AlarmStateMark } from '../../elements/kit/AlarmStateMark.tsx'
import { AlarmMark, QualityMark, StateMark } from '../../elements/kit/StateMark.tsx'
import { Value } from '../../elements/kit/Value.tsx'
import type { FigureName } from './guide.ts'

const MESSAGE = `v1/devices/SN/telemetry
{"values": {"temperature": 21.5}}`

const COMMAND = `v1/devices/SN/command
{"id": "c1", "key": "setpoint", "value": 21, "ts": 1790000000000, "expires": 1790000010000}

v1/devices/SN/command/c1/reply
{"status": "acknowledged"}
{"status": "done", "value": 21}
{"status": "failed", "reason": "valve is locked"}`

/** The console's own signs, drawn by the pieces that the pages use: what is seen here is what is seen there. */
const FIGURES: Readonly<Record<FigureName, () => React.ReactNode>> = {
  levels: () => ([5, 4, 3, 2, 1] as const).map((level) => <AlarmMark key={level} level={level} />),
  states: () =>
    ALARM_STATES.filter((state) => state !== 'NORM').map((state) => <AlarmStateMark key={state} state={state} />),
  quality: () =>
    (['good', 'stale', 'uncertain', 'bad'] as const).map((quality) => <ValueOf key={quality} quality={quality} />),
  devices: () =>
    (['online', 'offline', 'faulty', 'unregistered'] as const).map((state) => <StateMark key={state} state={state} />),
  message: () => <pre>{MESSAGE}</pre>,
  command: () => <pre>{COMMAND}</pre>,
}

export const Figure = ({ name }: { name: FigureName }) => <div className="help-figure">{FIGURES[name]()}</div>

function ValueOf({ quality }: { quality: 'good' | 'stale' | 'uncertain' | 'bad' }) {
  const { good } = useText(words)
  return (
    <span className="help-value">
      <Value value={21.5} unit="°C" quality={quality} />
      {quality === 'good' ? good : <QualityMark quality={quality} />}
    </span>
  )
}
