/** `in`: from the sender; `out`: an answer; `note`: for colleagues. */
export const messageDirections = ['in', 'out', 'note'] as const

export const complaintCategories = {
  login: 'Login',
  payment: 'Payment',
  nin: 'NIN',
  form: 'Form',
  details: 'Details',
  other: 'Other',
} as const
