// The year by which a call names an exercise. It is compared with an integer of the database, which holds no larger number.
import { z } from 'zod'

/** In a body. */
export const exerciseYear = z.number().int().min(0).max(9_999)

/** In a query, where everything is text. */
export const typedExerciseYear = z.coerce.number('Name the exercise.').int().min(0).max(9_999)
