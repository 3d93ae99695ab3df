import * as z from 'zod/mini'
import type { Weather, WeatherCondition, WeatherDay } from '../../../core/contract/weather.ts'

const Numbers = z.optional(z.nullable(z.number()))
const SentTime = z.union([z.number(), z.string()])

/** The part of an answer that is read; times are Unix seconds, or the place's own clock in ISO 8601. */
const Forecast = z.object({
  place: z.optional(z.string()),
  utc_offset_seconds: z.optional(z.number()),
  current: z.object({
    time: SentTime,
    temperature_2m: Numbers,
    relative_humidity_2m: Numbers,
    wind_speed_10m: Numbers,
    weather_code: Numbers,
  }),
  current_units: z.optional(z.object({ wind_speed_10m: z.optional(z.string()) })),
  daily: z.optional(
    z.object({
      time: z.array(SentTime),
      weather_code: z.optional(z.array(Numbers)),
      temperature_2m_max: z.optional(z.array(Numbers)),
      temperature_2m_min: z.optional(z.array(Numbers)),
    }),
  ),
})

export interface ReadWeather {
  now: Weather
  days: WeatherDay[]
}

/** m/s of one of these. */
const WIND: Record<string, number> = { 'm/s': 1, 'km/h': 1 / 3.6, 'mp/h': 0.44704, kn: 0.514444 }

/** The condition of a WMO code (table 4677). */
export function conditionOf(code: number): WeatherCondition {
  if (code >= 95) return 'storm'
  if ((code >= 71 && code <= 77) || code === 85 || code === 86) return 'snow'
  if (code >= 51) return 'rain'
  if (code >= 45) return 'fog'
  return code >= 2 ? 'cloudy' : 'clear'
}

/** What a provider's answer says; null for one of another form. */
export function readForecast(answer: unknown): ReadWeather | null {
  const read = Forecast.safeParse(answer)
  if (!read.success) return null
  const { place = '', utc_offset_seconds = 0, current, current_units, daily } = read.data
  const timeOf = (time: number | string) => {
    if (typeof time === 'number') return Math.round(time * 1000)
    return Date.parse(`${time.length === 10 ? `${time}T00:00` : time}Z`) - utc_offset_seconds * 1000
  }
  const toMs = WIND[current_units?.wind_speed_10m ?? 'm/s'] ?? 1
  const { wind_speed_10m: wind = null } = current
  const now: Weather = {
    place: place.slice(0, 64),
    temperature: current.temperature_2m ?? null,
    humidity: current.relative_humidity_2m ?? null,
    wind_speed: wind === null ? null : Math.round(wind * toMs * 10) / 10,
    condition: conditionOf(current.weather_code ?? 0),
    time: timeOf(current.time),
  }
  const days = (daily?.time ?? []).slice(0, 16).map((time, i) => ({
    time: timeOf(time),
    temperature_min: daily?.temperature_2m_min?.[i] ?? null,
    temperature_max: daily?.temperature_2m_max?.[i] ?? null,
    condition: conditionOf(daily?.weather_code?.[i] ?? 0),
  }))
  const isDated = [now, ...days].every(({ time }) => Number.isSafeInteger(time))
  return isDated ? { now, days } : null
}
