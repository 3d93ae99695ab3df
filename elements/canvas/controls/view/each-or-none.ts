import { ApiError } from '../../../../core/contract/api-error.ts'

/** What is asked for each point; `none` for those that are refused, such as points that are gone. Fails where all are, or the line is lost. */
export async function eachOrNone<Point, Answer>(
  points: readonly Point[],
  ask: (point: Point) => Promise<Answer>,
  none: Answer,
): Promise<Answer[]> {
  const refused: ApiError[] = []
  const answers = await Promise.all(
    points.map((point) =>
      ask(point).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        refused.push(error)
        return none
      }),
    ),
  )
  if (refused[0] && refused.length === points.length) throw refused[0]
  return answers
}
