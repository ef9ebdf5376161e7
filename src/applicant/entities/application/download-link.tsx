import { CalendarPlus, Download } from 'lucide-react'
import { buttonClass } from '#kit/ui/actions/button.tsx'
import { Icon } from '#kit/ui/layout/icon.tsx'
import { getCallUrl } from '#shared/api/applicant/calls.ts'

const downloads = {
  applicationSlip: { label: 'Download PDF', icon: Download },
  paymentSlip: { label: 'Download PDF', icon: Download },
  bankSlip: { label: 'Download bank slip (PDF)', icon: Download },
  examCalendar: { label: 'Add to calendar', icon: CalendarPlus },
} as const

/**
 * Downloads one of the applicant's own documents. A plain link, because browsers inside other apps can neither print nor
 * save what a script has made; the cookie of the login authorizes it.
 */
export const DownloadLink = ({ call }: { call: keyof typeof downloads }) => (
  <a className={buttonClass('secondary')} href={getCallUrl(call)}>
    <Icon icon={downloads[call].icon} />
    {downloads[call].label}
  </a>
)
