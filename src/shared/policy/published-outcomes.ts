/** What an applicant reads after a publication: in the email, on the dashboard, and before that the person who approves it. */
export const publishedOutcomes = {
  verified: 'You are on the shortlist',
  rejected: 'Your application was not successful',
  pending: 'Your application is being considered again',
} as const
export type PublishedOutcome = keyof typeof publishedOutcomes
