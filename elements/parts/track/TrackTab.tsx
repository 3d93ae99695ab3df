import { useMemo, useState } from 'react'
import type { DeviceDetail } from '../../../core/contract/device.ts'
import { useConnection, useElement, useFormat, useSheet, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { DateTimeRange } from '../../kit/DateTimeRange.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { Select } from '../../kit/Select.tsx'
import { Skeleton } from '../../kit/Skeleton.tsx'
import { presetRange, type TimeRange } from '../../kit/time-range.ts'
import { Failure } from '../Failure.tsx'
import { useCall } from '../use-call.ts'
import { type Fix, measureTrack, placeAt, type TrackGap } from './along.ts'
import type { TrackStop } from './draw-track.ts'
import { SpeedChart } from './SpeedChart.tsx'
import { TrackMap } from './TrackMap.tsx'
import { text } from './text.ts'
import sheet from './track.css?sheet'
import { usePlayback } from './use-playback.ts'

const SPEEDS = ['1', '2', '4', '8', '16', '32', '64'] as const

/** Where a device with a position has been: its route, its stops, and a playback. */
export default function TrackTab({ device }: { device: DeviceDetail }) {
  useSheet(sheet)
  const t = useText(text)
  const { timeZone } = useElement()
  const { api, clock } = useConnection()
  const [range, setRange] = useState<TimeRange>(() => presetRange('day', clock.now(), timeZone))
  const track = useCall(api.device.track, {
    sn_code: device.sn_code,
    start: Math.floor(range.from),
    end: Math.ceil(range.to),
  })
  return (
    <div className="track">
      <div className="track-bar">
        <DateTimeRange value={range} onChange={setRange} />
      </div>
      {track.failure && <Failure failure={track.failure} onRetry={track.reload} />}
      {!track.failure && !track.data && <Skeleton rows={8} />}
      {track.data?.fixes.length === 0 && <EmptyState icon="map-pin" title={t.noTrack} explanation={t.noTrackWhy} />}
      {track.data && track.data.fixes.length > 0 && (
        <Route key={track.data.fixes[0]?.[0]} name={device.dev_alias} track={track.data} />
      )}
    </div>
  )
}

interface RouteProps {
  name: string
  track: {
    fixes: readonly Fix[]
    stops: readonly TrackStop[]
    gaps: readonly TrackGap[]
    of: number
    tolerance_m: number
  }
}

function Route({ name, track: { fixes, stops, gaps, of, tolerance_m } }: RouteProps) {
  const t = useText(text)
  const format = useFormat()
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>('64')
  const from = (fixes[0] as Fix)[0]
  const to = (fixes.at(-1) as Fix)[0]
  const { time, isPlaying, seek, toggle } = usePlayback(from, to, Number(speed))
  const here = placeAt(fixes, time)
  const sum = useMemo(() => measureTrack(fixes, gaps), [fixes, gaps])
  const options = SPEEDS.map((id) => ({ id, label: t.times({ count: Number(id) }) }))
  return (
    <>
      <TrackMap label={t.map({ name })} fixes={fixes} stops={stops} gaps={gaps} time={time} />
      <div className="track-playback">
        <IconButton icon={isPlaying ? 'pause' : 'play'} label={isPlaying ? t.pause : t.play} onPress={toggle} />
        <input
          className="track-slider"
          type="range"
          aria-label={t.position}
          aria-valuetext={format.dateTime(time)}
          min={from}
          max={to}
          step={1000}
          value={time}
          onChange={(event) => seek(Number(event.target.value))}
        />
        <output className="track-now">
          {format.dateTime(time)}
          {here?.speed != null && ` · ${t.kmh({ value: format.number(here.speed, 0) })}`}
        </output>
        <Select label={t.speed} isLabelHidden options={options} value={speed} onChange={setSpeed} />
      </div>
      <SpeedChart fixes={fixes} gaps={gaps} time={time} onSeek={seek} />
      <p className="track-sums">
        {t.distance({ value: format.number(sum.metres / 1000, 1) })} ·{' '}
        {t.moving({ duration: format.duration(sum.movingMs) })}
        {sum.fastest !== null && ` · ${t.fastest({ value: format.number(sum.fastest, 0) })}`}
        {gaps.length > 0 && ` · ${t.gaps({ count: gaps.length })}`}
      </p>
      <h3 className="track-heading">{t.stops}</h3>
      {stops.length === 0 ? (
        <p className="track-note">{t.noStops}</p>
      ) : (
        <ol className="track-stops">
          {stops.map(({ start_time, end_time }, index) => (
            <li key={start_time}>
              <Button look="plain" onPress={() => seek(start_time)}>
                {t.stop({
                  number: index + 1,
                  start: format.dateTime(start_time),
                  duration: format.duration(end_time - start_time),
                })}
              </Button>
            </li>
          ))}
        </ol>
      )}
      <p className="track-note">
        {t.kept({ kept: fixes.length, count: Math.max(of, fixes.length), metres: Math.ceil(tolerance_m) })}
      </p>
    </>
  )
}
