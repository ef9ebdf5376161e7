// How a call names the applicants that were chosen in the list: with its filter, one by one, or all but some.
import { z } from 'zod'
import { maxSelectedNumbers } from '#shared/lists/selections.ts'

const userIds = z
  .array(z.string().trim().toUpperCase().min(1).max(30))
  .min(1, 'Choose at least one applicant.')
  .max(maxSelectedNumbers, `Choose at most ${maxSelectedNumbers} applicants one by one.`)
  .optional()

/** Fields beside those of the list's filter. */
export const chosenApplicantsShape = {
  userIds: userIds.describe('Only these of the applicants that match.'),
  except: userIds.describe('Not these of the applicants that match.'),
}

export interface ChosenApplicants {
  userIds?: readonly string[] | undefined
  except?: readonly string[] | undefined
}
