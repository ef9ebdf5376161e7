import { abandonedUploadDays, dataExportLifetimeHours, retentionMonths } from '#shared/policy/privacy.ts'

/** How long each kind of data is kept, as the privacy notice says it. */
export const retentionPeriods: readonly (readonly [what: string, period: string])[] = [
  [
    'A form that was never submitted, with its files and NIN',
    `${retentionMonths.unsubmittedForm} months after the recruitment ends`,
  ],
  [
    'An application that was not successful or was withdrawn, with its files and NIN',
    `${retentionMonths.unsuccessfulApplication} months after the recruitment ends`,
  ],
  ['A file that you removed from your form', `${abandonedUploadDays} days`],
  ['A copy of your data that you asked for', `${dataExportLifetimeHours} hours`],
  ['Logins that have ended, and password links', '30 days'],
  ['A successful application', 'Handed over to the staff file, and kept with it'],
  ['Payments', '6 years'],
  ['The record of logins and changes', '7 years'],
]
