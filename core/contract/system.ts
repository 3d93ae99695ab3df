import * as z from 'zod/mini'
import { endpoint, Nothing } from './endpoint.ts'

export const system = {
  timestamp: endpoint({
    method: 'GET',
    path: '/yun/sys/info/timestamp',
    needs: 'public',
    summary: 'The server clock, epoch seconds.',
    input: Nothing,
    output: z.int(),
  }),
}
