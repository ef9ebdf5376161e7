// What a reviewer or the chair records about a case: verdict, reasons, a note for colleagues.
import { useId } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { Textarea } from '#kit/ui/inputs/textarea.tsx'
import { VisuallyHidden } from '#kit/ui/layout/visually-hidden.tsx'
import { type Verdict, verdictLabels, verdictNames } from '#shared/decisions/stages.ts'
import type { Table } from '#shared/forms/table.ts'
import { maxNote } from '#shared/staff/text-limits.ts'
import type { CaseDetails } from '#staff/entities/application/application-query.ts'
import { ReasonPicker } from './reason-picker.tsx'
import { chooseVerdict, type DraftErrors, needsReasons, type ReviewDraft, undoChoice } from './review-draft.ts'
import styles from './verdict-panel.module.css'

/** A review is one of two; a decision of the chair agrees with a review by somebody else. */
export type RecordKind = 'review' | 'decision'

interface Props {
  details: CaseDetails
  tables: readonly Table[]
  kind: RecordKind
  onKind: (kind: RecordKind) => void
  draft: ReviewDraft
  onChange: (change: (draft: ReviewDraft) => ReviewDraft) => void
  errors: DraftErrors | null
  /** Why the last attempt was refused. */
  problem: string | null
  areReasonsOpen: boolean
  onReasons: () => void
  isRecording: boolean
  onRecord: () => void
}

export function VerdictPanel(props: Props) {
  const { details, kind, draft, onChange, errors, problem } = props
  const { may } = details
  return (
    <form
      className={styles.panel}
      aria-label={kind === 'review' ? 'Your review' : 'Decision'}
      onSubmit={(event) => {
        event.preventDefault()
        props.onRecord()
      }}
    >
      <div className={styles.details}>
        {may.review && may.decide && <KindChoice kind={kind} onKind={props.onKind} />}
        <Reasons {...props} />
        <Textarea
          label="Note for colleagues"
          optional
          hint="The applicant never sees it."
          rows={2}
          maxLength={maxNote}
          value={draft.note}
          onChange={({ target }) => onChange((before) => ({ ...before, note: target.value }))}
        />
      </div>
      <div className={styles.bar}>
        <Verdicts kind={kind} draft={draft} onChange={onChange} error={errors?.verdict} />
        <p className={styles.error} role="alert">
          {problem ?? (errors && !errors.verdict ? 'Not recorded yet: see the reasons.' : null)}
        </p>
        <div className={styles.record}>
          <Button type="submit" busy={props.isRecording} aria-keyshortcuts="Control+Enter">
            {kind === 'review' ? 'Record' : 'Record the decision'}
          </Button>
          {needsReasons(draft) && (
            <Button variant="quiet" className={styles.toReasons} onClick={props.onReasons}>
              Reasons
            </Button>
          )}
          {draft.earlier.length > 0 && (
            <Button variant="quiet" aria-keyshortcuts="u" onClick={() => onChange(undoChoice)}>
              Undo
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}

const kinds = { review: 'My review', decision: 'Decision of the chair' } as const

const KindChoice = ({ kind, onKind }: Pick<Props, 'kind' | 'onKind'>) => (
  <fieldset className={styles.kinds}>
    <legend>What you record</legend>
    {(Object.keys(kinds) as RecordKind[]).map((one) => (
      <label key={one} className={styles.kind}>
        <input type="radio" name="record-kind" checked={one === kind} onChange={() => onKind(one)} />
        {kinds[one]}
      </label>
    ))}
  </fieldset>
)

function Reasons({ details, draft, tables, errors, onChange, areReasonsOpen, onReasons }: Props) {
  const count = Object.keys(draft.reasons).length
  const isOpen = areReasonsOpen || needsReasons(draft)
  if (isOpen) return <ReasonPicker offered={details.reasons} {...{ draft, tables, errors, onChange }} />
  return (
    <p>
      <Button variant="secondary" aria-keyshortcuts="r" onClick={onReasons}>
        Reasons{count > 0 && ` (${count})`}
      </Button>
    </p>
  )
}

/** The keys 1 to 3 choose the first three. */
const keyedVerdicts = 3

function Verdicts({
  kind,
  draft,
  onChange,
  error,
}: Pick<Props, 'kind' | 'draft' | 'onChange'> & { error?: string | undefined }) {
  const name = useId()
  const offered = verdictNames.filter((verdict) => kind === 'review' || verdict !== 'return')
  return (
    <fieldset className={styles.verdicts} aria-describedby={error && `${name}-error`}>
      <legend>
        <VisuallyHidden>{kind === 'review' ? 'Verdict' : 'Outcome'}</VisuallyHidden>
      </legend>
      {error && (
        <p id={`${name}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
      {offered.map((verdict) => (
        <label key={verdict} className={styles.verdict} data-verdict={verdict}>
          <input
            type="radio"
            name={name}
            value={verdict}
            checked={draft.verdict === verdict}
            onChange={() => onChange((before) => chooseVerdict(before, verdict))}
          />
          <span>{verdictLabels[verdict]}</span>
          <KeyHint verdict={verdict} />
        </label>
      ))}
    </fieldset>
  )
}

function KeyHint({ verdict }: { verdict: Verdict }) {
  const number = verdictNames.indexOf(verdict) + 1
  return number <= keyedVerdicts ? (
    <span className={styles.key} aria-hidden="true">
      {number}
    </span>
  ) : null
}
