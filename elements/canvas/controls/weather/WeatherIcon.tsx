import type { WeatherCondition } from '../../../../core/contract/weather.ts'

const CLOUD = 'M11 31h18a6.5 6.5 0 0 0 1-12.9A9.5 9.5 0 0 0 11.8 16 7.5 7.5 0 0 0 11 31Z'
const HIGH_CLOUD = 'M11 25h18a6.5 6.5 0 0 0 1-12.9A9.5 9.5 0 0 0 11.8 10 7.5 7.5 0 0 0 11 25Z'

/** Outlines on a 40 px grid, as the kit's icons are on 20. */
const PATHS: Record<WeatherCondition, string> = {
  clear:
    'M20 27a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20 4v4M20 32v4M4 20h4M32 20h4M8.7 8.7l2.8 2.8M28.5 28.5l2.8 2.8M31.3 8.7l-2.8 2.8M11.5 28.5l-2.8 2.8',
  cloudy: `${CLOUD}M24 9.5a5.5 5.5 0 0 1 9.6 5.3M28 4v1.5M36.5 8l-1.2.9M21.5 6l.8 1.2`,
  rain: `${HIGH_CLOUD}M13 29l-2 5M20 29l-2 5M27 29l-2 5`,
  snow: `${HIGH_CLOUD}M12 31h.01M20 30h.01M28 31h.01M16 35.5h.01M24 35.5h.01`,
  fog: `${HIGH_CLOUD}M8 30h18M30 30h2M14 35h18M8 35h2`,
  storm: `${HIGH_CLOUD}M21 22l-5 7h5l-2 7`,
}

/** A condition's picture; the word stands beside it. */
export function WeatherIcon({ condition }: { condition: WeatherCondition }) {
  return (
    <svg className="weather-icon" viewBox="0 0 40 40" aria-hidden="true">
      <path d={PATHS[condition]} />
    </svg>
  )
}
