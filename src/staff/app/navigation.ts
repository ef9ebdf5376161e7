// The menu: what the person's roles let them open.
import {
  ClipboardCheck,
  FileDown,
  FileText,
  House,
  ListPlus,
  Mail,
  Megaphone,
  MessagesSquare,
  ScrollText,
  Settings,
  UserCog,
  UserRound,
  Users,
} from 'lucide-react'
import type { IconComponent } from '#kit/ui/layout/icon.tsx'
import type { Permission } from '#shared/roles/permissions.ts'

interface StaffMenuItem {
  label: string
  to: string
  icon: IconComponent
  /** One of these is needed; everybody may open it when there are none. */
  needs?: readonly Permission[]
}

export const navigation: readonly StaffMenuItem[] = [
  { label: 'Home', to: '/', icon: House },
  { label: 'Applicants', to: '/applicants', icon: Users, needs: ['applicant:find'] },
  { label: 'Applications', to: '/applications', icon: FileText, needs: ['application:read'] },
  { label: 'Review', to: '/review', icon: ClipboardCheck, needs: ['application:review'] },
  { label: 'Publications', to: '/publications', icon: Megaphone, needs: ['publication:read'] },
  { label: 'Complaints', to: '/complaints', icon: MessagesSquare, needs: ['complaint:answer'] },
  { label: 'Issue accounts', to: '/imports', icon: ListPlus, needs: ['account:issue'] },
  { label: 'Exports', to: '/exports', icon: FileDown, needs: ['export:read'] },
  { label: 'Emails', to: '/emails', icon: Mail, needs: ['account:recover'] },
  { label: 'Settings', to: '/settings', icon: Settings, needs: ['settings:read'] },
  { label: 'Staff', to: '/people', icon: UserCog, needs: ['staff:manage'] },
  { label: 'Audit log', to: '/audit', icon: ScrollText, needs: ['audit:read'] },
  { label: 'My account', to: '/me', icon: UserRound },
]
