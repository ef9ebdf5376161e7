// The panels of an interview, and when each of them sees whom.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryResult } from '#kit/query/query-result.tsx'
import { Button } from '#kit/ui/actions/button.tsx'
import { FormDialog } from '#kit/ui/feedback/dialog.tsx'
import { Checkbox } from '#kit/ui/inputs/checkbox.tsx'
import { FieldGroup } from '#kit/ui/inputs/field-group.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import type { ArrangedSlots, InterviewPanels } from '#shared/api/staff/interviews.ts'
import type { Sitting } from '#shared/api/staff/sittings.ts'
import { formatTime } from '#shared/format/dates.ts'
import { parseLocalDateTime, toLocalDateTime } from '#shared/format/local-time.ts'
import { formatCounted } from '#shared/format/numbers.ts'
import { slotObstacles } from '#shared/staff/interviews.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { maxShortName } from '#shared/staff/text-limits.ts'
import { RowTable } from '#staff/entities/row-table/row-table.tsx'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { useKnown } from '#staff/entities/session/use-known.ts'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { getSittingKey } from '../sitting-query.ts'

type Panel = InterviewPanels['panels'][number]
type Slot = InterviewPanels['slots'][number]

const getKey = (sitting: string) => [...getSittingKey(sitting), 'panels']

const usePanels = ({ id }: Sitting) =>
  useQuery({
    queryKey: getKey(id),
    queryFn: async ({ signal }) => (await staffCall('panels', { params: { id }, signal })).data,
  })

const useMayManage = (sitting: Sitting) =>
  useMay()('sitting:manage') && !sitting.isArchived && sitting.state !== 'cancelled'

export function PanelsCard({ sitting }: { sitting: Sitting }) {
  const mayManage = useMayManage(sitting)
  const panels = usePanels(sitting)
  return (
    <QueryResult query={panels} lines={['block']} loading="Loading the panels…" failed="The panels could not be loaded">
      {(data) => <Panels sitting={sitting} data={data} mayManage={mayManage} />}
    </QueryResult>
  )
}

/** Nothing before `PanelsCard` has its answer. */
export function SlotsCard({ sitting }: { sitting: Sitting }) {
  const mayManage = useMayManage(sitting)
  const { data } = usePanels(sitting)
  return data && <Slots sitting={sitting} data={data} mayManage={mayManage} />
}

interface PartProps {
  sitting: Sitting
  data: InterviewPanels
  mayManage: boolean
}

function Panels({ sitting, data: { panels, candidates }, mayManage }: PartProps) {
  const [edited, setEdited] = useState<Panel | 'new' | null>(null)
  const [removed, setRemoved] = useState<Panel | null>(null)
  return (
    <Card title="Panels">
      <Stack>
        {panels.length === 0 ? (
          <p>
            There is no panel yet. A panel sees each applicant at a time, and each of its members hands in a score
            sheet.
          </p>
        ) : (
          <RowTable
            caption="Panels"
            headings={['Panel', 'Members', ...(mayManage ? ['Change'] : [])]}
            phone={{ end: 'Change' }}
            rows={panels.map((panel) => ({
              key: panel.id,
              cells: [
                panel.name,
                joinNames(panel),
                ...(mayManage
                  ? [
                      <Actions key="change">
                        <Button variant="secondary" aria-label={`Edit ${panel.name}`} onClick={() => setEdited(panel)}>
                          Edit
                        </Button>
                        <Button variant="quiet" aria-label={`Remove ${panel.name}`} onClick={() => setRemoved(panel)}>
                          Remove
                        </Button>
                      </Actions>,
                    ]
                  : []),
              ],
            }))}
          />
        )}
        {mayManage && (
          <Actions>
            <Button variant={panels.length === 0 ? 'primary' : 'secondary'} onClick={() => setEdited('new')}>
              Add a panel
            </Button>
          </Actions>
        )}
      </Stack>
      {edited && candidates && (
        <PanelDialog
          sitting={sitting}
          panel={edited === 'new' ? null : (panels.find(({ id }) => id === edited.id) ?? edited)}
          candidates={candidates}
          onClose={() => setEdited(null)}
        />
      )}
      {removed && <RemoveDialog sitting={sitting} panel={removed} onClose={() => setRemoved(null)} />}
    </Card>
  )
}

interface RemoveProps {
  sitting: Sitting
  panel: Panel
  onClose: () => void
}

function RemoveDialog({ sitting: { id }, panel, onClose }: RemoveProps) {
  const { run, isPending, error } = useStaffAction(
    async () => {
      await staffCall('removePanel', { params: { id, panel: panel.id } })
      return 'The panel is removed.'
    },
    { invalidates: [getKey(id)], onDone: onClose },
  )
  return (
    <FormDialog
      title={`Remove ${panel.name}`}
      intro={
        <p>
          The panel goes from this sitting, with its list of members: {joinNames(panel)}. No time and no score sheet is
          lost: a panel that has any stays.
        </p>
      }
      error={error}
      submit="Remove the panel"
      isDangerous
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    />
  )
}

const joinNames = ({ members }: Panel) => members.map(({ name }) => name).join(', ')

interface PanelProps {
  sitting: Sitting
  panel: Panel | null
  candidates: readonly { id: string; name: string }[]
  onClose: () => void
}

function PanelDialog({ sitting: { id }, panel, candidates, onClose }: PanelProps) {
  const { run, isPending, error, errors, thrown } = useStaffAction(
    async (form: FormData) => {
      const details = { name: String(form.get('name')), members: form.getAll('member').map(String) }
      if (panel) {
        const body = { ...details, version: known }
        await staffCall('changePanel', { params: { id, panel: panel.id }, body })
        return 'The panel is saved.'
      }
      await staffCall('addPanel', { params: { id }, body: details })
      return 'The panel is added.'
    },
    {
      fields: ['name', 'members'],
      invalidates: [getKey(id)],
      invalidatesOnError: true,
      onDone: onClose,
    },
  )
  const known: number = useKnown(panel?.version ?? 0, thrown)
  const isMember = (person: string) => panel?.members.some((member) => member.id === person) === true
  // Who has lost the role since stays a member.
  const people = [
    ...candidates,
    ...(panel?.members ?? []).filter(({ id: member }) => !candidates.some((one) => one.id === member)),
  ]
  return (
    <FormDialog
      title={panel ? `Edit ${panel.name}` : 'Add a panel'}
      intro={panel && panel.sheets > 0 && <p>A sheet is handed in already: the members stay as they are.</p>}
      error={error}
      submit={panel ? 'Save' : 'Add'}
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        name="name"
        maxLength={maxShortName}
        defaultValue={panel?.name ?? ''}
        error={errors.name}
      />
      <FieldGroup label="Members" error={errors.members}>
        {() =>
          people.map((person) => (
            <Checkbox
              key={person.id}
              name="member"
              value={person.id}
              label={person.name}
              defaultChecked={isMember(person.id)}
            />
          ))
        }
      </FieldGroup>
    </FormDialog>
  )
}

type SlotDialogKind = { of: Slot } | 'arrange' | null

function Slots({ sitting, data: { panels, slots, digest, maximum }, mayManage }: PartProps) {
  const [dialog, setDialog] = useState<SlotDialogKind>(null)
  const names = new Map(panels.map(({ id, name }) => [id, name]))
  const close = () => setDialog(null)
  // A time is one of a panel.
  const mayChange = mayManage && panels.length > 0
  if (slots.length === 0) return null
  return (
    <Card title="Times">
      <Stack>
        <RowTable
          caption="When each panel sees whom"
          headings={['Time', 'Applicant', 'Panel', 'Sheets', 'Mean', ...(mayChange ? ['Change'] : [])]}
          phone={{ title: 'Applicant', end: 'Change', named: ['Sheets', 'Mean'] }}
          rows={slots.map((slot) => ({
            key: slot.seat,
            cells: [
              slot.startsAt ? formatTime(slot.startsAt) : 'No time yet',
              slot.panel ? (
                <PageLink key="name" to={getEntryPath(staffPaths.interviews, slot.seat)}>
                  {slot.name}, {slot.number}
                </PageLink>
              ) : (
                `${slot.name}, ${slot.number}`
              ),
              slot.panel && names.get(slot.panel),
              slot.panel && `${slot.handedIn} of ${slot.expected}`,
              slot.mean === null ? null : `${slot.mean} of ${maximum}`,
              ...(mayChange
                ? [
                    <Button
                      key="change"
                      variant="secondary"
                      aria-label={`Change the time of ${slot.name}, ${slot.number}`}
                      onClick={() => setDialog({ of: slot })}
                    >
                      Change
                    </Button>,
                  ]
                : []),
            ],
          }))}
        />
        {mayChange && (
          <Actions>
            <Button
              variant={slots.some(({ panel }) => panel === null) ? 'primary' : 'secondary'}
              onClick={() => setDialog('arrange')}
            >
              Arrange the times
            </Button>
          </Actions>
        )}
      </Stack>
      {dialog === 'arrange' && <ArrangeDialog {...{ sitting, digest }} onClose={close} />}
      {dialog !== null && dialog !== 'arrange' && (
        <SlotDialog
          sitting={sitting}
          slot={dialog.of}
          newest={slots.find(({ seat }) => seat === dialog.of.seat) ?? dialog.of}
          panels={panels}
          onClose={close}
        />
      )}
    </Card>
  )
}

interface ArrangeProps {
  sitting: Sitting
  /** Of the times. */
  digest: string
  onClose: () => void
}

function ArrangeDialog({ sitting: { id }, digest, onClose }: ArrangeProps) {
  const [result, setResult] = useState<ArrangedSlots | null>(null)
  const { run, isPending, error, errors, thrown } = useStaffAction(
    async (form: FormData) => {
      const body = { minutes: Number(form.get('minutes')), anew: form.has('anew'), seen }
      setResult((await staffCall('arrangeSlots', { params: { id }, body })).data)
    },
    { fields: ['minutes'], invalidates: [getKey(id)], invalidatesOnError: true },
  )
  const seen: string = useKnown(digest, thrown)
  return (
    <FormDialog
      title="Arrange the times"
      intro={
        <p>
          Applicants come in the order of their seats, each to the panel that is free first, and to none from which a
          member is recused.
        </p>
      }
      error={error}
      submit="Arrange"
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
      instead={
        result && (
          <div role="status">
            <p>{formatCounted(result.arranged, 'applicant has', 'applicants have')} a time now.</p>
            {result.left.map(({ number, why }) => (
              <p key={number}>
                {number}: {slotObstacles[why]}
              </p>
            ))}
          </div>
        )
      }
    >
      <TextInput
        label="Minutes for each applicant"
        name="minutes"
        inputMode="numeric"
        defaultValue="20"
        error={errors.minutes}
      />
      <Checkbox name="anew" label="Give all times anew, but those with a score sheet" />
    </FormDialog>
  )
}

interface SlotProps {
  sitting: Sitting
  /** As it was when the dialog was opened. */
  slot: Slot
  newest: Slot
  panels: readonly Panel[]
  onClose: () => void
}

function SlotDialog({ sitting, slot, newest, panels, onClose }: SlotProps) {
  const { run, isPending, error, errors, thrown } = useStaffAction(
    async (form: FormData) => {
      const body = {
        panel: String(form.get('panel')),
        startsAt: parseLocalDateTime(String(form.get('startsAt'))) ?? '',
        seen: panel && startsAt ? { panel, startsAt } : null,
      }
      await staffCall('changeSlot', { params: { id: slot.seat }, body })
      return 'The time is saved.'
    },
    {
      fields: ['panel', 'startsAt'],
      invalidates: [getKey(sitting.id)],
      invalidatesOnError: true,
      onDone: onClose,
    },
  )
  const { panel, startsAt }: Slot = useKnown(newest, thrown)
  return (
    <FormDialog
      title={`Time of ${slot.name}`}
      error={error}
      submit="Save"
      isPending={isPending}
      onSubmit={run}
      onClose={onClose}
    >
      <Select
        label="Panel"
        name="panel"
        options={Object.fromEntries(panels.map(({ id, name }) => [id, name]))}
        defaultValue={slot.panel ?? ''}
        error={errors.panel}
      />
      <TextInput
        label="Time"
        hint="Nigerian time."
        name="startsAt"
        type="datetime-local"
        defaultValue={toLocalDateTime(slot.startsAt ?? sitting.startsAt)}
        error={errors.startsAt}
      />
    </FormDialog>
  )
}
