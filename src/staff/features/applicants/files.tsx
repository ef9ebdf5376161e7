// What the applicant has uploaded, and the photo of the identity record. A file opens on the page.
import { useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import type { ApplicantDetails } from '#shared/api/staff/applicants.ts'
import { getStaffFileUrl } from '#shared/api/staff/calls.ts'
import { formatFileSize } from '#shared/format/numbers.ts'
import { FileViewer } from '#staff/entities/file/file-viewer.tsx'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { ShortMoment } from '#staff/list/short-moment.tsx'
import { toSentence } from './sentence.ts'

type ApplicantFile = NonNullable<ApplicantDetails['files']>[number]

export function Files({ files }: { files: ApplicantDetails['files'] }) {
  const [open, setOpen] = useState<ApplicantFile | null>(null)
  if (files === null || files.length === 0) return null
  return (
    <Card title="Files">
      <RowTable
        caption="Files"
        headings={['Name', 'Kind', 'Size', 'Virus scan', 'Uploaded']}
        numeric={['Size']}
        phone={{ end: 'Virus scan' }}
        rows={files.map((file) => ({
          key: file.id,
          cells: [
            <FileName key="name" file={file} onOpen={setOpen} />,
            toSentence(file.kind),
            formatFileSize(file.size),
            file.scan === 'none' ? 'Not scanned' : toSentence(file.scan),
            <ShortMoment key="at" moment={file.at} />,
          ],
        }))}
      />
      {open && <FileViewer url={getStaffFileUrl(open.id)} title={open.name} onClose={() => setOpen(null)} />}
    </Card>
  )
}

/** Nobody opens an infected file. */
const FileName = ({ file, onOpen }: { file: ApplicantFile; onOpen: (file: ApplicantFile) => void }) =>
  file.scan === 'infected' ? (
    file.name
  ) : (
    <Button variant="quiet" onClick={() => onOpen(file)}>
      {file.name}
    </Button>
  )
