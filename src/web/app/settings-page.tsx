// The applicant's settings, from several features.
import { Component as AccountSettings } from '#web/features/auth/settings/settings-page.tsx'
import { OwnData } from '#web/features/data-export/own-data.tsx'

export const Component = () => (
  <AccountSettings>
    <OwnData />
  </AccountSettings>
)
