import { PrintHeader } from '#applicant/entities/slip/print-header.tsx'
import { VerificationCode } from '#applicant/entities/slip/verification-code.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { Status } from '#kit/ui/feedback/status.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { Columns } from '#kit/ui/layout/columns.tsx'
import { Divider } from '#kit/ui/layout/divider.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import { Mark } from '#kit/ui/layout/mark.tsx'
import { Sheet } from '#kit/ui/layout/sheet.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import { Tabs } from '#kit/ui/layout/tabs.tsx'
import { VisuallyHidden } from '#kit/ui/layout/visually-hidden.tsx'
import { WrappedText } from '#kit/ui/layout/wrapped-text.tsx'
import { type GalleryGroup, longText, Row, Specimen } from './specimen.tsx'

export const structureGroup: GalleryGroup = {
  id: 'structure',
  title: 'Structure',
  Specimens: () => (
    <>
      <Specimen title="Card: plain; with a title and an aside">
        <Card>Text only.</Card>
        <Card title="Verify payment" aside={<Status kind="waiting">Pending</Status>}>
          <p>The RRR of your payment: 12 digits.</p>
        </Card>
      </Specimen>
      <Specimen title="Card, long title">
        <Card title={longText} aside={<Status kind="done">Verified</Status>}>
          <p>{longText}</p>
        </Card>
      </Specimen>
      <Specimen title="Sheet, narrow">
        <Sheet title="A sheet's title">
          <p>The one sheet of a centred page.</p>
        </Sheet>
      </Specimen>
      <Specimen title="Sheet, wide">
        <Sheet title="A wide sheet's title" width="wide">
          <p>{longText}</p>
        </Sheet>
      </Specimen>
      <Specimen title="FactList: facts, a long one, one that is missing">
        <FactList
          facts={[
            ['Surname', 'Example'],
            ['Email', `${'a-very-long-name.'.repeat(4)}@example.org`],
            [longText, '08011112222'],
            ['Middle name', ''],
          ]}
        />
      </Specimen>
      <Specimen title="WrappedText: a number that does not wrap, an email address that wraps at its parts">
        <p>
          <WrappedText text={`${longText} APP-2024-000123`} />
        </p>
        <p>
          <WrappedText text={`${'a-very-long-name.'.repeat(4)}@example.org`} />
        </p>
      </Specimen>
      <Specimen title="Actions: side by side, one below the other where there is no room">
        <Actions>
          <Button>Approve</Button>
          <Button variant="secondary">Return</Button>
          <Button variant="quiet">All publications</Button>
        </Actions>
      </Specimen>
      <Specimen title="Stack: one below the other, with the same room between them">
        <Stack>
          <p>One applicant is not told yet.</p>
          <Button variant="secondary">Publish the seats</Button>
        </Stack>
      </Specimen>
      <Specimen title="Columns: two stacks of cards beside each other, one below the other where there is no room">
        <Columns>
          <div>
            <Card title="Payment">Paid.</Card>
            <Card title="NIN">Verified.</Card>
          </div>
          <div>
            <Card title="Sessions">None.</Card>
          </div>
        </Columns>
      </Specimen>
      <Specimen title="Divider">
        <Divider>or enter a code</Divider>
      </Specimen>
      <Specimen title="Tabs: arrows move between them">
        <Tabs
          label="Who writes"
          tabs={[
            { name: 'existing', label: 'Existing Applicant', panel: <p>The first panel.</p> },
            { name: 'new', label: 'New Applicant', panel: <p>The second panel.</p> },
          ]}
        />
      </Specimen>
      <Specimen title="Mark in its sizes, and text for screen readers only">
        <Row>
          {[24, 36, 40, 56, 96].map((size) => (
            <Mark key={size} size={size} />
          ))}
          <VisuallyHidden>The institution's mark</VisuallyHidden>
        </Row>
      </Specimen>
      <Specimen title="VerificationCode">
        <VerificationCode qrUrl="/mark.svg" code="3F9A-02BC-77E1" address="portal.example.org/verify/3F9A-02BC-77E1" />
      </Specimen>
      <Specimen title="PrintHeader: print this page to see it" width="whole">
        <PrintHeader
          institution="State Institute of Technology and Management"
          title="Recruitment 2024"
          document="Application slip"
        />
      </Specimen>
    </>
  ),
}
