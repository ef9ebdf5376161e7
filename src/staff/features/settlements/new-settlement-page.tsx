// Importing a settlement: checked first, then stored whole as it was checked.
import { useState } from 'react'
import { useNavigateFromHere } from '#kit/routing/use-is-here.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Checkbox } from '#kit/ui/inputs/checkbox.tsx'
import { TextInput } from '#kit/ui/inputs/text-input.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { Columns } from '#kit/ui/layout/columns.tsx'
import { FormError } from '#kit/ui/layout/form-stack.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import type { CheckedSettlement } from '#shared/api/staff/settlements.ts'
import { formatCount, formatCounted, formatNaira } from '#shared/format/numbers.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import {
  isOtherMerchant,
  maxSettlementLines,
  type SettlementMapping,
  settlementColumnLabels,
  settlementColumns,
  settlementFile,
  settlementHeadings,
} from '#shared/staff/settlements.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import {
  type CheckedFile,
  LineErrors,
  MappedFileForm,
  mappedFileTypes,
  nameAllColumns,
  readFoundAgain,
  TemplateButton,
  useCheckedFile,
} from '#staff/entities/mapped-file/mapped-file.tsx'
import { useStaffAction } from '#staff/entities/session/use-staff-action.ts'
import { ShortFacts } from '#staff/entities/short-facts/short-facts.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import { VerdictTable } from './verdict-sums.tsx'

type Checked = CheckedFile<
  { exercise: number; firstDay: string; lastDay: string } & SettlementMapping,
  CheckedSettlement
>

/** What was checked for one exercise is not stored while another one is chosen. */
export function Component() {
  const { exercise } = useChosenExercise()
  return <ImportPage key={exercise?.year} />
}

function ImportPage() {
  const { exercise } = useChosenExercise()
  const { checked, setChecked, replaceFound } = useCheckedFile<Checked['query'], Checked['found']>()
  return (
    <>
      <PageTitle>Import a settlement</PageTitle>
      <Columns>
        <div>
          {exercise && (
            <MappedFileForm
              labels={settlementColumnLabels}
              checked={checked}
              onChecked={setChecked}
              fields={['firstDay', 'lastDay']}
              readQuery={(form) => ({
                exercise: exercise.year,
                firstDay: String(form.get('firstDay')),
                lastDay: String(form.get('lastDay')),
              })}
              check={async (query, form) => (await staffCall('checkSettlement', { query, form })).data}
              cancelTo={staffPaths.reconciledDays}
            >
              {(errors) => (
                <>
                  <TextInput
                    type="file"
                    name="file"
                    label="Settlement file"
                    hint={`CSV or Excel (.xlsx) of the bank or of Remita, at most ${settlementFile.label} and ${formatCount(maxSettlementLines)} lines. Checking stores nothing.`}
                    accept={mappedFileTypes}
                    error={errors.file}
                  />
                  <TextInput
                    type="date"
                    name="firstDay"
                    label="First day of payment"
                    hint="The days that the file covers. A payment of these days that it lacks is missing there."
                    error={errors.firstDay}
                  />
                  <TextInput type="date" name="lastDay" label="Last day of payment" error={errors.lastDay} />
                </>
              )}
            </MappedFileForm>
          )}
        </div>
        <div>{checked ? <Outcome checked={checked} onFoundAgain={replaceFound} /> : <FileColumns />}</div>
      </Columns>
    </>
  )
}

interface OutcomeProps {
  checked: Checked
  onFoundAgain: (of: Checked, found: Checked['found']) => void
}

function Outcome({ checked, onFoundAgain }: OutcomeProps) {
  const { errors, moreErrors } = checked.found
  if (errors.length === 0) return <Comparison checked={checked} onFoundAgain={onFoundAgain} />
  return (
    <Card title="Errors">
      <Stack>
        <Banner tone="warning">
          A settlement is stored whole, so that its sums add up. Correct these lines, or the days above, and check it
          again.
        </Banner>
        <LineErrors errors={errors} moreErrors={moreErrors} />
      </Stack>
    </Card>
  )
}

function Comparison({ checked, onFoundAgain }: OutcomeProps) {
  const { form, query, found: settlement } = checked
  const { lines, total, newLines, newDays, unknownRrrs, sums } = settlement
  const isForeign = isOtherMerchant(settlement)
  const [isConfirmed, setConfirmed] = useState(false)
  const navigate = useNavigateFromHere()
  const { run, isPending, error } = useStaffAction(
    async () => {
      const { data } = await staffCall('importSettlement', {
        query: {
          ...query,
          ...nameAllColumns(settlement.mapping, settlementColumns),
          count: lines,
          ...(isForeign && isConfirmed && { merchant: 'confirmed' as const }),
        },
        form,
      })
      await navigate(getEntryPath(staffPaths.settlements, data.id))
      return newLines > 0 ? `${formatCounted(newLines, 'line')} stored.` : 'The settlement is stored.'
    },
    {
      invalidates: [['settlements'], ['reconciliation'], ['cases'], ['counts']],
      onError: (thrown) => {
        const found = readFoundAgain<CheckedSettlement>(thrown)
        if (found) onFoundAgain(checked, found)
      },
    },
  )
  return (
    <Card title="What the file says">
      <Stack>
        <ShortFacts
          facts={[
            ['Lines', formatCount(lines)],
            ['Total', formatNaira(total)],
            ['In no earlier file', formatCount(newLines)],
            ['Days that no earlier file covers', formatCount(newDays)],
            ['RRRs that this portal never had', formatCount(unknownRrrs)],
          ]}
        />
        <VerdictTable caption="Lines as they compare" sums={sums} without={['not_settled']} />
        <FormError>{error}</FormError>
        {newLines + newDays === 0 ? (
          <Banner tone="info">Every line is in an earlier file. There is nothing to store.</Banner>
        ) : (
          <>
            {newLines === 0 && (
              <Banner tone="info">
                Every line is in an earlier file. Once this one is stored, a payment of its days that it lacks is
                missing there.
              </Banner>
            )}
            {isForeign && (
              <>
                <Banner tone="warning">
                  This portal never had most RRRs of this file. It may be of another merchant.
                </Banner>
                <Checkbox
                  label="The file is of this merchant all the same"
                  checked={isConfirmed}
                  onChange={(event) => setConfirmed(event.target.checked)}
                />
              </>
            )}
            <Actions>
              <Button busy={isPending} disabled={isForeign && !isConfirmed} onClick={() => void run()}>
                Store {formatCounted(lines, 'line')}
              </Button>
            </Actions>
          </>
        )}
      </Stack>
    </Card>
  )
}

const FileColumns = () => (
  <Card title="Columns of the file">
    <Stack>
      <p>
        The RRR, the amount and the day of payment; perhaps the order number, the charge, the day of settlement and the
        channel. Which column is which is remembered for the next file. Storing a settlement makes no payment paid:
        Remita is asked about what it has not confirmed.
      </p>
      <TemplateButton headings={settlementHeadings} file="settlement.csv" />
    </Stack>
  </Card>
)
