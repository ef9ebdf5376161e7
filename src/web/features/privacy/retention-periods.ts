/** How long each kind of data is kept, as the privacy notice says it. */
export const retentionPeriods: readonly (readonly [what: string, period: string])[] = [
  ['A form that was never submitted', '6 months after the recruitment ends'],
  ['An unsuccessful application', '12 months after the recruitment ends'],
  ['A successful application', 'Handed over to the staff file, and kept with it'],
  ['Payments', '6 years'],
  ['The record of logins and changes', '7 years'],
]
