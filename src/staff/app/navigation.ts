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
  UserRoundX,
  Users,
} from 'lucide-react'
import type { IconComponent } from '#kit/ui/layout/icon.tsx'
import type { Permission } from '#shared/roles/permissions.ts'
import { staffPaths } from '#shared/staff/paths.ts'

interface StaffMenuItem {
  label: string
  to: string
  icon: IconComponent
  /** One of these is needed; everybody may open it when there are none. */
  needs?: readonly Permission[]
}

export const navigation: readonly StaffMenuItem[] = [
  { label: 'Home', to: staffPaths.home, icon: House },
  { label: 'Applicants', to: staffPaths.applicants, icon: Users, needs: ['applicant:find'] },
  { label: 'Applications', to: staffPaths.applications, icon: FileText, needs: ['application:read'] },
  { label: 'Review', to: staffPaths.review, icon: ClipboardCheck, needs: ['application:review'] },
  { label: 'Recusals', to: staffPaths.recusals, icon: UserRoundX, needs: ['application:assign'] },
  { label: 'Publications', to: staffPaths.publications, icon: Megaphone, needs: ['publication:read'] },
  { label: 'Complaints', to: staffPaths.complaints, icon: MessagesSquare, needs: ['complaint:answer'] },
  { label: 'Issue accounts', to: staffPaths.imports, icon: ListPlus, needs: ['account:issue'] },
  { label: 'Exports', to: staffPaths.exports, icon: FileDown, needs: ['export:read'] },
  { label: 'Emails', to: staffPaths.emails, icon: Mail, needs: ['account:recover'] },
  { label: 'Settings', to: staffPaths.settings, icon: Settings, needs: ['settings:read'] },
  { label: 'Staff', to: staffPaths.people, icon: UserCog, needs: ['staff:manage'] },
  { label: 'Audit log', to: staffPaths.audit, icon: ScrollText, needs: ['audit:read'] },
  { label: 'My account', to: staffPaths.myAccount, icon: UserRound },
]
