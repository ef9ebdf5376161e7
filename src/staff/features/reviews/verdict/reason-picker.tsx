// The catalogue's reasons as checkboxes. Those of flagged parts come first; a chosen one can be made more precise.

import { Checkbox } from '#kit/ui/inputs/checkbox.tsx'
import { FieldGroup } from '#kit/ui/inputs/field-group.tsx'
import { Select } from '#kit/ui/inputs/select.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import {
  type RejectionReasonCode,
  type ReviewPart,
  rejectionReasons,
  reviewParts,
} from '#shared/decisions/rejection-reasons.ts'
import { getCellText, type Table } from '#shared/forms/table.ts'
import { maxReason } from '#shared/staff/reasons.ts'
import type { CaseDetails } from '#staff/entities/application/application-query.ts'
import {
  changeReason,
  type DraftErrors,
  type DraftReason,
  type ReviewDraft,
  reasonKeys,
  sortReasons,
  toggleReason,
} from './review-draft.ts'
import styles from './verdict-panel.module.css'

interface Props {
  /** Those that are offered, in the words of the exercise. */
  offered: CaseDetails['reasons']
  draft: ReviewDraft
  tables: readonly Table[]
  errors: DraftErrors | null
  onChange: (change: (draft: ReviewDraft) => ReviewDraft) => void
}

export const reasonsId = 'review-reasons'

export function ReasonPicker({ offered, draft, tables, errors, onChange }: Props) {
  const texts = new Map(offered.map((reason) => [reason.code, reason]))
  // One that is no longer offered can still be taken back.
  const isShown = (code: RejectionReasonCode) => texts.has(code) || draft.reasons[code] !== undefined
  const getText = (code: RejectionReasonCode) => texts.get(code) ?? rejectionReasons[code]
  const { linked, others } = sortReasons(draft)
  const shown = others.filter(isShown)
  const createGroup = (label: string, codes: readonly RejectionReasonCode[]) =>
    codes.length > 0 && (
      <FieldGroup key={label} label={label}>
        {() =>
          codes.map((code) => (
            <Reason
              key={code}
              {...{ code, tables, onChange }}
              sentence={getText(code).sentence}
              reason={draft.reasons[code]}
              error={errors?.notes[code]}
            />
          ))
        }
      </FieldGroup>
    )
  const types = [...new Set(shown.map((code) => getText(code).type))]
  return (
    <div id={reasonsId} className={styles.reasons}>
      {errors?.reasons && (
        <p className={styles.error} role="alert">
          {errors.reasons}
        </p>
      )}
      {createGroup('Reasons for what you flagged', linked.filter(isShown))}
      {types.map((type) =>
        createGroup(
          type,
          shown.filter((code) => getText(code).type === type),
        ),
      )}
    </div>
  )
}

interface ReasonProps extends Pick<Props, 'tables' | 'onChange'> {
  code: RejectionReasonCode
  sentence: string
  reason: DraftReason | undefined
  error: string | undefined
}

function Reason({ code, sentence, reason, error, tables, onChange }: ReasonProps) {
  const { needsNote } = rejectionReasons[code]
  const ownKey = Object.keys(reasonKeys).find((key) => reasonKeys[key] === code)
  const change = (changes: Partial<DraftReason>) => onChange((draft) => changeReason(draft, code, changes))
  return (
    <div>
      <Checkbox
        label={
          <span className={styles.labelled}>
            {sentence}
            <span className={styles.key} aria-hidden="true">
              {ownKey}
            </span>
          </span>
        }
        aria-keyshortcuts={ownKey}
        name={code}
        checked={reason !== undefined}
        onChange={({ target }) => {
          if (target.matches(':focus-visible')) focusMoved(code)
          onChange((draft) => toggleReason(draft, code))
        }}
      />
      {reason && (
        <div className={styles.reasonDetails}>
          <Select
            label="About"
            options={reviewParts}
            placeholder="The whole application"
            value={reason.about ?? ''}
            onChange={({ target }) => change({ about: (target.value || null) as ReviewPart | null, entry: null })}
          />
          <Entry reason={reason} tables={tables} onChange={change} />
          <Textarea
            label="For the applicant"
            name={`${code}-note`}
            optional={!needsNote}
            hint="Read after the sentence, once it is published."
            rows={2}
            maxLength={maxReason}
            value={reason.note}
            onChange={({ target }) => change({ note: target.value })}
            error={error}
          />
        </div>
      )}
    </div>
  )
}

/** A chosen reason moves to the others that are chosen, and the keyboard goes with it. */
const focusMoved = (code: RejectionReasonCode) =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`#${reasonsId} input[name="${code}"]`)?.focus())

interface EntryProps {
  reason: DraftReason
  tables: readonly Table[]
  onChange: (changes: Partial<DraftReason>) => void
}

/** Which entry of a list is meant, where it has several. */
function Entry({ reason: { about, entry }, tables, onChange }: EntryProps) {
  const table = tables.find(({ name }) => name === about)
  if (table?.layout !== 'grid' || table.rows.length < 2) return null
  const options = Object.fromEntries(
    table.rows.map((cells, row) => [row + 1, `${row + 1}: ${getCellText(cells[0] ?? '')}`]),
  )
  return (
    <Select
      label="Entry"
      options={options}
      placeholder="All of them"
      value={entry ?? ''}
      onChange={({ target }) => onChange({ entry: Number(target.value) || null })}
    />
  )
}
