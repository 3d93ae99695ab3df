import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const WeatherCondition = z.enum(['clear', 'cloudy', 'rain', 'snow', 'fog', 'storm'])
export type WeatherCondition = z.infer<typeof WeatherCondition>

/** WGS-84, degrees. */
const place = z.object({
  lat: z.number().check(z.minimum(-90), z.maximum(90)),
  lng: z.number().check(z.minimum(-180), z.maximum(180)),
})

/** °C, % and m/s; null where the provider does not say. Times are epoch ms. */
export const Weather = z.object({
  /** As the provider calls it; empty where it does not. */
  place: z.string(),
  temperature: z.nullable(z.number()),
  humidity: z.nullable(z.number()),
  wind_speed: z.nullable(z.number()),
  condition: WeatherCondition,
  time: z.int(),
})
export type Weather = z.infer<typeof Weather>

export const WeatherDay = z.object({
  /** The beginning of the day where the place is. */
  time: z.int(),
  temperature_min: z.nullable(z.number()),
  temperature_max: z.nullable(z.number()),
  condition: WeatherCondition,
})
export type WeatherDay = z.infer<typeof WeatherDay>

export const weather = {
  now: endpoint({
    method: 'GET',
    path: '/weather/now',
    needs: 'session',
    summary: 'The weather at a place, 10 minutes old at most. 119003 where no provider is set up or none answers.',
    input: place,
    output: Weather,
    refusals: ['100019', '119001', '119003', '119004'],
  }),
  daily: endpoint({
    method: 'GET',
    path: '/weather/daily',
    needs: 'session',
    summary: 'The weather of the coming days at a place, as the provider gives it.',
    input: place,
    output: z.object({ place: z.string(), days: z.array(WeatherDay) }),
    refusals: ['100019', '119001', '119003', '119004'],
  }),
}
