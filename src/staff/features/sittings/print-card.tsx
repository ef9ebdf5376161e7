// What is printed for a sitting. It has names and photographs, so it asks for a fresh sign-in.
import { Button } from '#kit/ui/actions/button.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import type { Sitting } from '#shared/api/staff/sittings.ts'
import { type SittingDocumentName, sittingDocuments } from '#shared/staff/sitting-documents.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { downloadFile } from '#staff/http/staff-download.ts'
import styles from './print-card.module.css'

const documentCalls = {
  seats: 'seatingList',
  sheet: 'attendanceSheet',
  door: 'printedDoorList',
  labels: 'seatLabels',
} as const satisfies Record<SittingDocumentName, string>

const names = Object.keys(sittingDocuments) as SittingDocumentName[]

export function PrintCard({ sitting: { id, label } }: { sitting: Sitting }) {
  const { run, isPending, error } = useStaffAction(async (name: SittingDocumentName) => {
    await downloadFile(documentCalls[name], { id }, `${sittingDocuments[name].title}, ${label}.pdf`)
    return `The ${sittingDocuments[name].title.toLowerCase()} is downloaded. Delete the file once it is printed.`
  })
  return (
    <Card title="Print" className={styles.card}>
      <FormError>{error}</FormError>
      <ul className={styles.documents}>
        {names.map((name) => (
          <li key={name}>
            <Button variant="secondary" busy={isPending} onClick={() => void run(name)}>
              {sittingDocuments[name].title}
            </Button>
            <span>{sittingDocuments[name].says}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
