import { useEffect, useEffectEvent } from 'react'
import { MINUTE_MS } from '../../../../core/catalogue/durations.ts'
import { ApiError } from '../../../../core/contract/api-error.ts'
import type { Weather } from '../../../../core/contract/weather.ts'
import { useConnection, useFormat, useSheet, useText } from '../../../define/index.ts'
import { useCall } from '../../../parts/use-call.ts'
import type { ViewProps } from '../define-control.ts'
import { ViewFrame } from '../view/ViewFrame.tsx'
import { ViewFailure, ViewNote, ViewWaiting } from '../view/ViewNote.tsx'
import type { WeatherProps } from './control.ts'
import { text } from './text.ts'
import { WeatherIcon } from './WeatherIcon.tsx'
import sheet from './weather.css?sheet'

/** The provider's answers are this old at most. */
const RENEWED_MS = 10 * MINUTE_MS
const NO_PROVIDER = '119003'

/** The weather at its place; it says so where the server has no provider. */
export default function View({ props, isEditing, replayTime }: ViewProps<WeatherProps>) {
  useSheet(sheet)
  const t = useText(text)
  const { lat, lng, label, hasFrame } = props
  return (
    <ViewFrame title="" hasFrame={hasFrame} isEditing={isEditing}>
      {isEditing ? (
        <Shown weather={{ ...EXAMPLE, place: label }} />
      ) : lat === null || lng === null ? (
        <ViewNote icon="map-pin" title={t.noPlace} explanation={t.noPlaceWhy} />
      ) : replayTime !== null ? (
        <ViewNote icon="clock" title={t.notThen} />
      ) : (
        <Current lat={lat} lng={lng} label={label} />
      )}
    </ViewFrame>
  )
}

function Current({ lat, lng, label }: { lat: number; lng: number; label: string }) {
  const t = useText(text)
  const { api } = useConnection()
  const { data, last, failure, reload } = useCall(api.weather.now, { lat, lng })
  const renew = useEffectEvent(reload)
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && renew(), RENEWED_MS)
    return () => clearInterval(timer)
  }, [])
  const known = data ?? (failure ? null : last)
  if (failure instanceof ApiError && failure.code === NO_PROVIDER) {
    return <ViewNote icon="info" title={t.noProvider} explanation={t.noProviderWhy} onRetry={reload} />
  }
  if (known) return <Shown weather={{ ...known, place: label || known.place }} />
  return failure ? <ViewFailure failure={failure} onRetry={reload} /> : <ViewWaiting />
}

function Shown({ weather }: { weather: Weather }) {
  const t = useText(text)
  const format = useFormat()
  const { place, temperature, humidity, wind_speed, condition, time } = weather
  return (
    <div className="weather">
      <WeatherIcon condition={condition} />
      <span className="weather-main">
        <span className="weather-temperature">
          {format.number(temperature, 0)}
          <span className="weather-unit">°C</span>
        </span>
        <span className="weather-condition">{t[condition]}</span>
      </span>
      <span className="weather-facts">
        {place && <span className="weather-place">{place}</span>}
        {humidity !== null && (
          <span>
            {t.humidity} {format.number(humidity, 0)}%
          </span>
        )}
        {wind_speed !== null && (
          <span>
            {t.wind} {format.number(wind_speed, 1)} m/s
          </span>
        )}
        <span className="weather-time">{t.at({ time: format.time(time).slice(0, 5) })}</span>
      </span>
    </div>
  )
}

const EXAMPLE: Weather = {
  place: '',
  temperature: 21,
  humidity: 63,
  wind_speed: 3.4,
  condition: 'cloudy',
  time: Date.UTC(2026, 0, 1, 8),
}
