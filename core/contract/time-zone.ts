import * as z from 'zod/mini'
import { isTimeZone } from './time-zone-name.ts'

export const TimeZone = z.string().check(z.maxLength(64), z.refine(isTimeZone))
