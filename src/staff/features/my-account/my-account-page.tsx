import { useState } from 'react'
import { Checkbox } from '#kit/ui/inputs/checkbox.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { Columns } from '#kit/ui/layout/columns.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import type { StaffMe } from '#shared/api/staff/session.ts'
import { staffRoleLabels } from '#shared/roles/permissions.ts'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { areKeysOn, setKeysOn } from '#staff/entities/session/key-setting.ts'
import { useMe } from '#staff/entities/session/staff-session.ts'
import { OwnSessionsCard } from './own-sessions-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { RecoveryCodesCard } from './recovery-codes-card.tsx'
import styles from './spaced.module.css'

export function Component() {
  const { name, email, roles } = useMe()
  return (
    <>
      <PageTitle>My account</PageTitle>
      <Columns>
        <div>
          <Card title="Who you are">
            <FactList
              facts={[
                ['Name', name],
                ['Email', email],
              ]}
            />
          </Card>
          <Card title="Your roles">
            <div className={styles.spaced}>
              <RowTable
                caption="Your roles"
                headings={['Role', 'Exercise', 'School or department']}
                phone={{ named: ['Exercise', 'School or department'] }}
                rows={roles.map((grant, n) => ({ key: `${grant.role} ${n}`, cells: describeGrant(grant) }))}
              />
              <p>An administrator changes roles. A change ends your sessions, so that it counts at once.</p>
            </div>
          </Card>
          <KeysCard />
        </div>
        <div>
          <PasswordCard />
          <RecoveryCodesCard />
        </div>
      </Columns>
      <PasskeysCard />
      <OwnSessionsCard />
    </>
  )
}

function KeysCard() {
  const [isOn, setOn] = useState(areKeysOn)
  return (
    <Card title="Keys">
      <Checkbox
        label="Use keys in lists and reviews, such as j for the next row"
        checked={isOn}
        onChange={({ target }) => {
          setKeysOn(target.checked)
          setOn(target.checked)
        }}
      />
    </Card>
  )
}

const describeGrant = ({ role, exercise, school, department }: StaffMe['roles'][number]) => [
  staffRoleLabels[role],
  exercise ?? 'All',
  [school, department].filter(Boolean).join(', ') || 'All',
]
