// The applicant's settings, from several features.
import { Component as AccountSettings } from '#applicant/features/auth/settings/settings-page.tsx'
import { OwnData } from '#applicant/features/data-export/own-data.tsx'

export const Component = () => (
  <AccountSettings>
    <OwnData />
  </AccountSettings>
)
