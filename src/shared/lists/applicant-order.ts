/** How a list of applicants is ordered: by a column, with a minus the newest first. */
export const applicantOrders = ['issued', '-issued', 'name', '-name', 'submitted', '-submitted'] as const
export type ApplicantOrder = (typeof applicantOrders)[number]

/**
 * The order of a list whose query names none: by submission when it asks for certain days of submission, otherwise by
 * issue. In the order of the days that it asks for, a page is found at once, however many applicants there are.
 */
export const getDefaultApplicantOrder = (
  query: Readonly<Partial<Record<'submittedFrom' | 'submittedTo', unknown>>>,
): ApplicantOrder => (query.submittedFrom || query.submittedTo ? '-submitted' : '-issued')
