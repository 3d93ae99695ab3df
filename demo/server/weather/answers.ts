import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { type Caller, principalOf } from '../http/caller.ts'
import { demand } from '../limits/limiter.ts'
import type { Budgets } from '../limits/rates.ts'
import { fetchJson, OutgoingError } from '../outgoing/fetch-json.ts'
import type { Settings } from '../settings.ts'
import { type ReadWeather, readForecast } from './open-meteo.ts'

export interface WeatherParts {
  settings: Pick<Settings, 'WEATHER_URL' | 'PRIVATE_HOSTS'>
  budgets: Budgets
  now?: () => number
}

const CACHED_MS = 10 * MINUTE_MS
/** A provider that does not answer is left alone for so long. */
const FAILED_MS = 30_000
const CACHED_MOST = 1000
const PATIENCE_MS = 8000
const ANSWER_BYTES = 256 * 1024

interface Kept {
  weather: Promise<ReadWeather>
  until: number
}

/** The weather of the provider that the environment names. */
export function weatherAnswers({
  settings,
  budgets,
  now = Date.now,
}: WeatherParts): Answers<Contract['weather'], Caller> {
  const { WEATHER_URL, PRIVATE_HOSTS } = settings
  const kept = new Map<string, Kept>()

  async function ask(lat: string, lng: string): Promise<ReadWeather> {
    const url = new URL(WEATHER_URL.replaceAll('{lat}', lat).replaceAll('{lng}', lng))
    const rules = {
      hosts: [url.hostname.replace(/^\[|\]$/g, '')],
      privateHosts: PRIVATE_HOSTS,
      holder: 'server' as const,
      ms: PATIENCE_MS,
      bytes: ANSWER_BYTES,
    }
    const read = readForecast(await fetchJson(url, rules).catch(refuse))
    if (!read) throw new ApiError('119004')
    return read
  }

  async function weatherAt(place: { lat: number; lng: number }, caller: Caller): Promise<ReadWeather> {
    if (WEATHER_URL === '') throw new ApiError('119003')
    // About a kilometre: screens of one site ask for one place.
    const [lat, lng] = [place.lat.toFixed(2), place.lng.toFixed(2)]
    const key = `${lat} ${lng}`
    const known = kept.get(key)
    if (known && known.until > now()) return known.weather
    const { weather, weatherOfOrganisation, weatherInAll } = budgets
    demand([weather, principalOf(caller)], [weatherOfOrganisation, `${caller.tenant_id}`], [weatherInAll, ''])
    const made: Kept = { weather: ask(lat, lng), until: now() + CACHED_MS }
    made.weather.catch(() => {
      made.until = now() + FAILED_MS
    })
    kept.delete(key)
    if (kept.size >= CACHED_MOST) kept.delete(kept.keys().next().value as string)
    kept.set(key, made)
    return made.weather
  }

  return {
    now: async (place, caller) => (await weatherAt(place, caller)).now,
    async daily(place, caller) {
      const { now: current, days } = await weatherAt(place, caller)
      return { place: current.place, days }
    },
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof OutgoingError)) throw error
  const { status } = error
  if (status === 401 || status === 403) throw new ApiError('119001')
  throw new ApiError(status !== null && status >= 500 ? '119004' : '119003')
}
